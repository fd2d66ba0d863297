package org.jnvm.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the thesis says of each figure and table that has a counterpart here: the resource {@code thesis.txt}. */
final class Thesis {
    static final String MACHINE = "four Intel CLX 6230 (80 cores with hyperthreads), 128 GB of DRAM, 512 GB of Optane"
            + " DC memory, Linux 4.19, HotSpot 8u232 with G1 (§5.1).";

    private static final List<List<String>> LINES = read();

    private Thesis() {}

    private static List<List<String>> read() {
        try (InputStream in = Thesis.class.getResourceAsStream("thesis.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split(" \\| ")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns what it says of a group, or of the one that its name begins with, as fig5.3 and fig5.3a: of each statement
     * what it is about, what it says, and in which section.
     */
    static List<List<String>> of(String group) {
        return LINES.stream()
                .filter(line -> group.replaceFirst("[a-z]$", "").equals(line.get(0)))
                .map(line -> line.subList(1, line.size()))
                .toList();
    }
}
