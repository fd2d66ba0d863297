package org.jnvm.examples.crash;

/** A program that prints its arguments: the first as a line, the second without an end; then waits if there is a third. */
final class Chatterbox {
    private Chatterbox() {}

    /** Runs it. */
    public static void main(String[] arguments) throws InterruptedException {
        new Journal().print(arguments[0]);
        System.out.print(arguments[1]);
        System.out.flush();
        if (arguments.length > 2) {
            Thread.currentThread().join();
        }
        System.exit(3);
    }
}
