package org.jnvm.it.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: a server of Infinispan that was killed under load starts again with all that it had acknowledged to
 * Hot Rod clients, in a cache of its configuration and in one that a client made. Skipped where the parts of a server
 * cannot be had.
 */
@Tag("long")
class ServerTest {
    private static final String SCRIPT = System.getProperty("it.script");
    private static final Path SERVER = Path.of(System.getProperty("it.server"));
    private static final int KILLS = Integer.getInteger("jnvm.kills", 2);
    private static final long SEED = Long.getLong("jnvm.seed", 17);
    private static final int NOT_TO_BE_HAD = 3;
    private static final long BUSY = 100;

    @TempDir
    Path folder;

    @Test
    void aServerThatWasKilledHasAllThatWasAcknowledged() throws IOException, InterruptedException {
        assemble();
        ServerCheck.Result result = new ServerCheck(SCRIPT, SERVER.toString(), SEED).run(KILLS);
        System.out.println("kills of a server: " + KILLS + ", acknowledged: " + result.acknowledged());
        assertThat(result.lost()).isEmpty();
        assertThat(result.acknowledged()).isGreaterThan(BUSY);
    }

    private void assemble() throws IOException, InterruptedException {
        File log = folder.resolve("assemble.log").toFile();
        ProcessBuilder builder = new ProcessBuilder(SCRIPT, "assemble", SERVER.toString())
                .redirectErrorStream(true)
                .redirectOutput(log);
        builder.environment().put("JNVM_MAVEN", System.getProperty("it.maven"));
        builder.environment().put("MAVEN_OPTS", "-Dmaven.repo.local=" + System.getProperty("it.repository"));
        int status = builder.start().waitFor();
        String output = Files.readString(log.toPath());
        if (status == NOT_TO_BE_HAD) {
            System.out.println("the server is not tested: " + output);
            abort(output);
        }
        assertThat(status).as(output).isZero();
    }
}
