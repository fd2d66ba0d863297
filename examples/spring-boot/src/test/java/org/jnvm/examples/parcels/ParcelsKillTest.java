package org.jnvm.examples.parcels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jnvm.Heap;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: of the packaged application, killed with SIGKILL while clients send and scan, all that it answered is there when it
 * starts again; SIGTERM closes its heap.
 */
@Timeout(120)
@LongRunning
class ParcelsKillTest {
    private static final int CLIENTS = 4;
    private static final int ANSWERS = 400;
    private static final String PORT = "Tomcat started on port ";

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    /** The last answer for each parcel, by its path. */
    private final Map<String, String> answered = new ConcurrentHashMap<>();

    private ChildJvm application;
    private String address;

    private void start() throws IOException {
        application = ChildJvm.start(ChildJvm.java(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                System.getProperty("application.jar"),
                "--server.port=0",
                "--jnvm.heap.path=" + folder.resolve("parcels.heap")));
        address = "http://localhost:" + application.wordAfter(PORT);
    }

    @AfterEach
    void end() throws Exception {
        application.close();
    }

    private String send(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as("%s: %s", path, response.body()).isBetween(200, 201);
        return response.body();
    }

    /** Sends and scans parcels until the application is killed. */
    private Void work(CountDownLatch missing) throws InterruptedException {
        try {
            while (true) {
                String parcel = send("POST", "/parcels?recipient=Ada");
                String path =
                        "/parcels/" + parcel.substring(parcel.indexOf(':') + 2).split("\"")[0];
                answered.put(path, parcel);
                missing.countDown();
                String scanned = send("POST", path + "/scans?place=depot");
                answered.put(path, scanned);
                missing.countDown();
            }
        } catch (IOException e) {
            return null; // killed: what was not answered is there or not
        }
    }

    @Test
    void whatWasAnsweredIsThere() throws Exception {
        start();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            CountDownLatch missing = new CountDownLatch(ANSWERS);
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                all.add(clients.submit(() -> work(missing)));
            }
            boolean enough = missing.await(60, TimeUnit.SECONDS);
            application.kill();
            for (Future<Void> each : all) {
                each.get(); // says what a client was refused
            }
            assertThat(enough).isTrue();
        } finally {
            clients.shutdownNow();
        }
        end();
        start();
        int unanswered = 0;
        for (Map.Entry<String, String> each : answered.entrySet()) {
            String found = send("GET", each.getKey());
            if (!found.equals(each.getValue())) { // the scan after it was not answered
                assertThat(each.getValue()).contains("\"scans\":[]");
                assertThat(found).contains("\"place\":\"depot\"");
                unanswered++;
            }
        }
        assertThat(unanswered).isLessThanOrEqualTo(CLIENTS);
        assertThat(send("GET", "/actuator/health")).contains("\"jnvm\":{").doesNotContain("DOWN");
        assertThat(send("GET", "/actuator/prometheus"))
                .containsPattern("jnvm_heap_used_bytes\\{heap=\"parcels.heap\"} [1-9]");

        ProcessHandle.of(application.pid()).orElseThrow().destroy();
        assertThat(application.finish().exit()).isEqualTo(128 + 15);
        try (Heap heap = Heap.open(folder.resolve("parcels.heap"))) {
            assertThat(heap.recovery().skipped()).isTrue();
        }
    }
}
