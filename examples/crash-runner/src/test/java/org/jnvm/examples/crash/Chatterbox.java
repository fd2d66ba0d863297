package org.jnvm.examples.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A program that prints its arguments: the first as a line, the second without an end; then, if there is a third, what it
 * hears.
 */
final class Chatterbox {
    private Chatterbox() {}

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        Journal journal = new Journal();
        journal.print(arguments[0]);
        System.out.print(arguments[1]);
        System.out.flush();
        if (arguments.length > 2) {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                journal.print(line);
            }
        }
        System.exit(3);
    }
}
