package org.jnvm.it.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.client.hotrod.RemoteCacheManager;
import org.infinispan.client.hotrod.configuration.ClientIntelligence;
import org.infinispan.client.hotrod.configuration.ConfigurationBuilder;
import org.infinispan.client.hotrod.exceptions.HotRodClientException;
import org.infinispan.commons.configuration.StringConfiguration;

/**
 * Starts a server, lets Hot Rod clients change the entries of two of its caches, kills it (SIGKILL) meanwhile, starts it
 * again and compares what it has with what it had acknowledged; as often as is asked for. One cache is that of the server's
 * configuration, the other is made by a client.
 */
public final class ServerCheck {
    private static final String CONFIGURED = "entries";
    private static final String MADE = "made";
    private static final String CONFIGURATION_OF_MADE = """
            <local-cache>
              <encoding media-type="application/x-protostream"/>
              <persistence><jnvm-store xmlns="urn:jnvm:config:store:1.0"/></persistence>
            </local-cache>""";
    private static final int WRITERS = 4; // two for each cache
    private static final int LONGEST_MILLIS = 1000;
    private static final Duration CONNECTION_MAX = Duration.ofSeconds(5);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

    /**
     * What came of it.
     *
     * @param acknowledged how many changes the server acknowledged
     * @param lost what was acknowledged and is not there, or is there and was never asked for: a line each
     */
    public record Result(long acknowledged, List<String> lost) {}

    private final List<String> command;
    private final int port;
    private final long seed;
    private final List<Writer> writers = new ArrayList<>();

    /**
     * Prepares the check.
     *
     * @param script the script {@code infinispan-server}
     * @param folder the server that it has put together, whose caches are new
     * @param seed for what the clients do
     * @throws IOException if the machine has no free port
     */
    public ServerCheck(String script, String folder, long seed) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = socket.getLocalPort();
        }
        this.command = List.of(script, "start", folder, "-p", Integer.toString(port));
        this.seed = seed;
    }

    /** Runs the check: {@code SCRIPT FOLDER [KILLS [SEED]]}. The exit status is 1 if something was lost. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int kills = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : 1;
        Result result = new ServerCheck(arguments[0], arguments[1], seed).run(kills);
        result.lost().forEach(System.out::println);
        System.out.println("kills: " + kills + ", acknowledged changes: " + result.acknowledged() + ", lost: "
                + result.lost().size());
        System.exit(result.lost().isEmpty() ? 0 : 1);
    }

    /**
     * Kills the server so many times, and compares each time.
     *
     * @param kills the number
     * @return what came of it
     * @throws IOException if the server does not start
     * @throws InterruptedException if the thread is interrupted
     */
    public Result run(int kills) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new Writer(i, i % 2 == 0 ? CONFIGURED : MADE, random.split()));
        }
        List<String> lost = new ArrayList<>();
        for (int kill = 0; kill <= kills; kill++) {
            try (ServerProcess server = ServerProcess.start(command);
                    RemoteCacheManager client = connect()) {
                if (kill == 0) {
                    client.administration().createCache(MADE, new StringConfiguration(CONFIGURATION_OF_MADE));
                }
                lost.addAll(compare(client, CONFIGURED));
                lost.addAll(compare(client, MADE));
                if (kill < kills) {
                    changeAndKill(server, client, Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
                }
            }
        }
        return new Result(writers.stream().mapToLong(writer -> writer.count).sum(), lost);
    }

    private RemoteCacheManager connect() {
        ConfigurationBuilder builder = new ConfigurationBuilder();
        builder.addServer().host("127.0.0.1").port(port);
        builder.clientIntelligence(ClientIntelligence.BASIC).maxRetries(0); // what fails, fails
        builder.connectionTimeout((int) CONNECTION_MAX.toMillis()).socketTimeout((int) ANSWER_MAX.toMillis());
        return new RemoteCacheManager(builder.build());
    }

    private void changeAndKill(ServerProcess server, RemoteCacheManager client, Duration delay)
            throws InterruptedException {
        CountDownLatch underLoad = new CountDownLatch(WRITERS);
        List<Thread> threads = new ArrayList<>();
        for (Writer writer : writers) {
            threads.add(new Thread(() -> writer.write(client.getCache(writer.cache), underLoad)));
        }
        threads.forEach(Thread::start);
        underLoad.await();
        server.killAfter(delay);
        for (Thread thread : threads) {
            thread.join();
        }
        server.awaitEnd();
    }

    private List<String> compare(RemoteCacheManager client, String name) {
        Map<String, String> seen = new HashMap<>();
        RemoteCache<String, String> cache = client.getCache(name);
        Set<String> strangers = new TreeSet<>(cache.keySet());
        List<String> lost = new ArrayList<>();
        for (Writer writer : writers) {
            if (writer.cache.equals(name)) {
                strangers.removeAll(writer.keys());
                writer.keys().forEach(key -> seen.put(key, cache.get(key)));
                lost.addAll(writer.compare(seen));
            }
        }
        strangers.forEach(key -> lost.add(name + ": " + key + ": nobody put it"));
        return lost;
    }

    /** A client that changes its own keys of a cache, one after the other, until the server is gone. */
    private static final class Writer {
        private static final int KEYS = 200;
        private static final int REMOVAL_IN = 5;
        private static final int PADDING = 100;

        private final int number;
        private final String cache;
        private final SplittableRandom random;

        /** By key, what the server acknowledged last; nothing if it was a removal. */
        private final Map<String, String> acknowledged = new HashMap<>();

        /** The key and value of the change that was not acknowledged. */
        private String pendingKey;

        private String pendingValue;
        private long count;

        private Writer(int number, String cache, SplittableRandom random) {
            this.number = number;
            this.cache = cache;
            this.random = random;
        }

        private Set<String> keys() {
            Set<String> keys = new HashSet<>();
            for (int i = 0; i < KEYS; i++) {
                keys.add(key(i));
            }
            return keys;
        }

        private String key(int i) {
            return "writer " + number + ", key " + i;
        }

        private void write(RemoteCache<String, String> target, CountDownLatch underLoad) {
            try {
                for (boolean first = true; ; first = false) {
                    pendingKey = key(random.nextInt(KEYS));
                    if (random.nextInt(REMOVAL_IN) == 0) {
                        pendingValue = null;
                        target.remove(pendingKey);
                        acknowledged.remove(pendingKey);
                    } else {
                        pendingValue = "change " + count + " " + "x".repeat(random.nextInt(PADDING));
                        target.put(pendingKey, pendingValue);
                        acknowledged.put(pendingKey, pendingValue);
                    }
                    count++;
                    if (first) {
                        underLoad.countDown();
                    }
                }
            } catch (HotRodClientException gone) {
                // the server; what is pending may be there or not
            }
        }

        /** Returns what differs from what was acknowledged; from there on, what is there counts. */
        private List<String> compare(Map<String, String> seen) {
            List<String> lost = new ArrayList<>();
            for (String key : keys()) {
                String value = seen.get(key);
                String wanted = acknowledged.get(key);
                boolean right =
                        Objects.equals(value, wanted) || key.equals(pendingKey) && Objects.equals(value, pendingValue);
                if (!right) {
                    lost.add(cache + ": " + key + ": value=" + value + ", acknowledged=" + wanted);
                }
            }
            if (pendingKey != null && seen.get(pendingKey) != null) {
                acknowledged.put(pendingKey, seen.get(pendingKey));
            } else {
                acknowledged.remove(pendingKey);
            }
            return lost;
        }
    }
}
