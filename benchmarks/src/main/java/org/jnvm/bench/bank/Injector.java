package org.jnvm.bench.bank;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Clients of a {@link BankServer}, each a thread that transfers between random accounts until it is stopped. When there
 * is no answer it asks for another transfer, again and again. One client works at a given rate: it has a time for each
 * transfer, goes on without a pause when it is late, and takes latencies from these times on, so that a time in which
 * nothing is answered is counted for each transfer that it delayed. Started and ended by one thread.
 */
final class Injector implements AutoCloseable {
    /** The time for which transfers are counted together. */
    static final int BIN_MS = 100;

    private static final long BIN_NANOS = TimeUnit.MILLISECONDS.toNanos(BIN_MS);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Between two attempts to connect. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int DIGITS = 3;
    private static final int OK_LEAST = 200;
    private static final int OK_END = 300;
    private static final int OK = 200;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;
    private final int accounts;
    private final Ledger ledger;
    private final AtomicIntegerArray bins;
    private final List<Client> clients = new ArrayList<>();
    private long began;
    private volatile boolean stopped;
    private volatile long restarted = Long.MAX_VALUE;

    /** A thread that transfers. */
    private final class Client extends Thread {
        private final SplittableRandom random;
        private final long interval;
        /** Of what was answered before the restart, or ever if there is a rate. */
        private final Histogram latencies = new Histogram(DIGITS);

        private volatile long firstAfterRestart = Long.MAX_VALUE;
        private Exception failure;

        /**
         * Makes a client.
         *
         * @param interval the time between two transfers in ns; 0: the next one when one is answered
         */
        private Client(long seed, long interval) {
            super("injector");
            random = new SplittableRandom(seed);
            this.interval = interval;
        }

        @Override
        public void run() {
            try {
                long due = began;
                while (!stopped) {
                    if (interval > 0) {
                        due += interval;
                        for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                            LockSupport.parkNanos(due - now);
                        }
                    }
                    transfer(due);
                }
            } catch (IOException | InterruptedException | RuntimeException e) {
                failure = e;
            }
        }

        /** Transfers once, after as many attempts as it takes. */
        private void transfer(long due) throws IOException, InterruptedException {
            while (!stopped) {
                long sent = System.nanoTime();
                if (attempt()) {
                    long now = System.nanoTime();
                    count(now);
                    if (sent >= restarted && firstAfterRestart == Long.MAX_VALUE) {
                        firstAfterRestart = now;
                    }
                    if (interval > 0) {
                        latencies.recordValue(now - due);
                    } else if (restarted == Long.MAX_VALUE) {
                        latencies.recordValue(now - sent);
                    }
                    return;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
            if (interval > 0) {
                latencies.recordValue(Math.max(0, System.nanoTime() - due)); // not answered: it takes longer than that
            }
        }

        /** Returns whether the transfer was answered. */
        private boolean attempt() throws IOException, InterruptedException {
            Transfer transfer = Transfer.random(random, accounts);
            HttpRequest request = HttpRequest.newBuilder(uri(transfer.uri()))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            int status;
            try {
                status = http.send(request, BodyHandlers.discarding()).statusCode();
            } catch (ConnectException e) { // nobody there, so it was not done
                return false;
            } catch (IOException e) { // killed meanwhile
                ledger.uncertain(transfer);
                return false;
            }
            if (status < OK_LEAST || status >= OK_END) {
                throw new IOException("bank refused a transfer: status=" + status + ", transfer=" + transfer);
            }
            ledger.acknowledged(transfer);
            return true;
        }
    }

    /**
     * Makes clients, which do not run yet.
     *
     * @param port of the server
     * @param accounts those of the bank
     * @param closed how many clients wait for each answer
     * @param rate transfers per second of the client with a rate
     * @param seconds how long it may take at most
     */
    Injector(int port, int accounts, int closed, int rate, int seconds, long seed) {
        this.port = port;
        this.accounts = accounts;
        ledger = new Ledger(accounts);
        bins = new AtomicIntegerArray(Math.toIntExact(seconds * SECOND_NANOS / BIN_NANOS));
        for (int i = 0; i < closed; i++) {
            clients.add(new Client(seed + i, 0));
        }
        clients.add(new Client(seed - 1, SECOND_NANOS / rate));
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private void count(long now) {
        int bin = (int) ((now - began) / BIN_NANOS);
        if (bin < bins.length()) {
            bins.incrementAndGet(bin);
        }
    }

    /** Starts the clients. */
    void start() {
        began = System.nanoTime();
        clients.forEach(Thread::start);
    }

    /** Says that the bank was killed, and is being started again. */
    void restarted() {
        restarted = System.nanoTime();
    }

    /** Returns the nanoseconds since the clients were started. */
    long nanos() {
        return System.nanoTime() - began;
    }

    /** Stops the clients, and waits until they have ended well. */
    void stop() throws InterruptedException {
        stopped = true;
        for (Client client : clients) {
            client.join();
        }
        for (Client client : clients) {
            if (client.failure != null) {
                throw new IllegalStateException("client failed: " + client.failure.getMessage(), client.failure);
            }
        }
    }

    /**
     * Returns transfers that were answered, for each {@value #BIN_MS} ms since the start.
     *
     * @param nanos how long
     */
    int[] answered(long nanos) {
        int[] counts = new int[(int) Math.min(bins.length(), nanos / BIN_NANOS)];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = bins.get(i);
        }
        return counts;
    }

    /** Tells whether a transfer was answered that was asked for after the restart. */
    boolean isAnswered() {
        return clients.stream().anyMatch(client -> client.firstAfterRestart != Long.MAX_VALUE);
    }

    /**
     * Returns when the first transfer was answered that was asked for after the restart, in nanoseconds since the start.
     *
     * @throws IllegalStateException if none was
     */
    long firstAnswer() {
        long first = clients.stream()
                .mapToLong(client -> client.firstAfterRestart)
                .min()
                .orElseThrow();
        if (first == Long.MAX_VALUE) {
            throw new IllegalStateException("bank answered no transfer after it was started again; give it longer");
        }
        return first - began;
    }

    /** Returns the latencies of clients that wait for each answer, before the restart, in ns. */
    Histogram closedLatencies() {
        Histogram all = new Histogram(DIGITS);
        clients.stream().filter(client -> client.interval == 0).forEach(client -> all.add(client.latencies));
        return all;
    }

    /** Returns the latencies of the client with a rate, from the time on that each transfer was due, in ns. */
    Histogram openLatencies() {
        return clients.get(clients.size() - 1).latencies;
    }

    /** Compares the bank, while nobody transfers, with what it acknowledged. */
    Ledger.Audit audit() throws IOException, InterruptedException {
        var response = http.send(HttpRequest.newBuilder(uri("/balances")).build(), BodyHandlers.ofByteArray());
        if (response.statusCode() != OK) {
            throw new IOException("bank does not tell its balances: status=" + response.statusCode());
        }
        ByteBuffer bytes = ByteBuffer.wrap(response.body());
        long[] balances = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(balances);
        return ledger.audit(balances);
    }

    /** Stops the clients if they still run. */
    @Override
    public void close() {
        stopped = true;
    }
}
