package org.jnvm.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: of a shop that is killed with SIGKILL while eight clients order, each order that was acknowledged is there as it was
 * answered, and what left the stock is what the orders have, whether they were acknowledged or not.
 */
@Timeout(120)
class ShopKillTest {
    private static final int CLIENTS = 8;
    private static final int ROUNDS = 3;
    private static final int ORDERS_PER_ROUND = 300;
    private static final int STOCK = 100_000;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private Process server;
    private String address;

    private void start(String... stock) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ShopServer.class.getName(),
                folder.resolve("shop.heap").toString()));
        command.addAll(List.of(stock));
        server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        assertThat(line).startsWith("port ");
        address = "http://localhost:" + line.substring("port ".length());
    }

    private void kill() throws InterruptedException {
        server.destroyForcibly();
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    private String send(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as("%s: %s", path, response.body()).isEqualTo(200);
        return response.body().strip();
    }

    /** Orders until the server is killed. */
    private Void order(int number, CountDownLatch missing) throws InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        try {
            while (true) {
                UUID id = UUID.randomUUID();
                String answer = send(
                        "POST",
                        "/orders?id=" + id + "&customer=client" + number + "&product" + random.nextInt(10)
                                + "=2&product" + random.nextInt(10) + "=" + (1 + random.nextInt(3)));
                acknowledged.put(id.toString(), answer);
                missing.countDown();
            }
        } catch (IOException e) {
            return null; // killed: what was not answered is there or not
        }
    }

    @Test
    void whatWasAcknowledgedIsThere() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        start(Integer.toString(STOCK));
        try {
            for (int round = 0; round < ROUNDS; round++) {
                CountDownLatch missing = new CountDownLatch(ORDERS_PER_ROUND);
                List<Future<Void>> all = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    int number = i;
                    all.add(clients.submit(() -> order(number, missing)));
                }
                boolean enough = missing.await(60, TimeUnit.SECONDS);
                kill();
                for (Future<Void> each : all) {
                    each.get(); // says what a client was refused
                }
                assertThat(enough).isTrue();
                start();
                check();
            }
        } finally {
            kill();
            clients.shutdownNow();
        }
    }

    private void check() throws IOException, InterruptedException {
        for (Map.Entry<String, String> each : acknowledged.entrySet()) {
            assertThat(send("GET", "/orders/" + each.getKey())).isEqualTo(each.getValue());
        }
        LocalDate today = LocalDate.now(ZoneId.systemDefault());
        String[] all = send("GET", "/orders?from=" + today.minusDays(1) + "&to=" + today.plusDays(1))
                .split("\n");
        assertThat(all.length).isGreaterThanOrEqualTo(acknowledged.size());
        int[] sold = new int[10];
        for (String order : all) {
            for (String line :
                    order.substring(order.indexOf('[') + 1, order.indexOf(']')).split(", ")) {
                String[] words = line.split(" product");
                sold[Integer.parseInt(words[1])] += Integer.parseInt(words[0]);
            }
        }
        for (int i = 0; i < sold.length; i++) {
            String[] product = send("GET", "/products/product" + i).split(" ");
            assertThat(Integer.parseInt(product[product.length - 1])).isEqualTo(STOCK - sold[i]);
        }
    }
}
