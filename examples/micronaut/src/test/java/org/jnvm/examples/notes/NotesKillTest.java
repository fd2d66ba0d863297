package org.jnvm.examples.notes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.testing.ChildJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Invariants checked: what was answered is there after SIGKILL; SIGTERM closes the heap. */
@Timeout(120)
class NotesKillTest {
    private static final int NOTES = 100;
    private static final String SERVING = "SERVING ";

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private ChildJvm application;
    private String address;

    private Path file() {
        return folder.resolve("notes.heap");
    }

    private void start() throws IOException {
        application = ChildJvm.start(ChildJvm.command(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dnotes.file=" + file(),
                        "-cp",
                        System.getProperty("java.class.path")),
                NotesApplication.class,
                "-micronaut.server.port=-1"));
        address = application.wordAfter(SERVING);
    }

    @AfterEach
    void end() throws Exception {
        application.close();
    }

    private HttpResponse<String> send(String name, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(
                request.uri(URI.create(address + "/notes/" + name)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String name) throws IOException, InterruptedException {
        return send(name, HttpRequest.newBuilder().GET());
    }

    @Test
    void whatWasAnsweredIsThere() throws Exception {
        start();
        assertThat(get("0").statusCode()).isEqualTo(404);
        for (int i = 0; i < NOTES; i++) {
            HttpRequest.Builder put = HttpRequest.newBuilder()
                    .header("Content-Type", "text/plain")
                    .PUT(HttpRequest.BodyPublishers.ofString("text " + i));
            assertThat(send("" + i, put).statusCode()).isEqualTo(200);
        }
        application.kill();

        start();
        for (int i = 0; i < NOTES; i++) {
            assertThat(get("" + i).body()).isEqualTo("text " + i);
        }
        ProcessHandle.of(application.pid()).orElseThrow().destroy();
        assertThat(application.finish().exit()).isEqualTo(128 + 15);
        try (Heap heap = Heap.open(file())) {
            assertThat(heap.recovery().skipped()).isTrue();
        }
    }
}
