package org.jnvm.examples.places;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: what a method of the packaged application was cached for, and was answered, is there after SIGKILL: the
 * method is not called again; what was evicted is not there.
 */
@Timeout(120)
@LongRunning
class PlacesKillTest {
    private static final int PLACES = 50;
    private static final String PORT = "Tomcat started on port ";

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private ChildJvm application;
    private String address;

    private void start() throws IOException {
        application = ChildJvm.start(ChildJvm.java(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dplaces.folder=" + folder,
                "-jar",
                System.getProperty("application.jar"),
                "--server.port=0"));
        address = "http://localhost:" + application.wordAfter(PORT);
    }

    @AfterEach
    void end() throws Exception {
        application.close();
    }

    private String send(String method, String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/places/" + name))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as("%s: %s", name, response.body()).isEqualTo(200);
        return response.body();
    }

    @Test
    void whatWasCachedIsNotAskedForAgain() throws Exception {
        start();
        Map<String, String> answers = new LinkedHashMap<>();
        for (int i = 0; i < PLACES; i++) {
            answers.put("place" + i, send("GET", "place" + i));
        }
        send("DELETE", "place0");
        application.kill();

        start();
        answers.remove("place0");
        for (Map.Entry<String, String> each : answers.entrySet()) {
            assertThat(send("GET", each.getKey())).isEqualTo(each.getValue());
        }
        assertThat(send("GET", "place0")).endsWith("question 1"); // the first one of this life
    }
}
