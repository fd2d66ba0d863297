package org.jnvm.it.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server that runs in a process of its own. For use by one thread. */
final class ServerProcess implements AutoCloseable {
    /** The number of the message with which a server says that it has started its caches. */
    private static final String STARTED = "ISPN080001";

    private static final Duration START_MAX = Duration.ofMinutes(2);

    private final Process process;

    private ServerProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a server, and waits until it has started its caches.
     *
     * @param command that runs it in the foreground
     * @throws IOException if it does not start
     */
    static ServerProcess start(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        ServerProcess server = new ServerProcess(process);
        CompletableFuture<Void> started = new CompletableFuture<>();
        Thread reader = new Thread(() -> read(process, started), "output of the server");
        reader.setDaemon(true);
        reader.start();
        try {
            started.get(START_MAX.toSeconds(), TimeUnit.SECONDS);
            return server;
        } catch (ExecutionException | TimeoutException e) {
            server.close();
            throw new IOException("server does not start: command=" + command, e);
        }
    }

    /** Reads what the server says to its end, as it would wait otherwise. */
    private static void read(Process process, CompletableFuture<Void> started) {
        List<String> lines = new ArrayList<>();
        try (BufferedReader in = process.inputReader()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.contains(STARTED)) {
                    started.complete(null);
                }
                if (!started.isDone()) {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            started.completeExceptionally(new UncheckedIOException(e));
        }
        started.completeExceptionally(new IOException("server ended: output=" + String.join("\n", lines)));
    }

    /** Kills the server (SIGKILL) after a time. Does not wait. */
    void killAfter(Duration delay) {
        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS)
                .execute(process.toHandle()::destroyForcibly);
    }

    /** Waits until the server has ended. */
    void awaitEnd() {
        process.onExit().join();
    }

    /** Kills the server if it still runs, and waits until it has ended. */
    @Override
    public void close() {
        process.toHandle().destroyForcibly();
        awaitEnd();
    }
}
