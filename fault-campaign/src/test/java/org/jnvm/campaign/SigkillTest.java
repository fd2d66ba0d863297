package org.jnvm.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jnvm.testing.Full;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Some lives of each kind of work; {@code scripts/campaign sigkill} does the same for hours. */
@Tag("once")
class SigkillTest {
    private static final int CYCLES = Full.ON ? 500 : 20;
    private static final String SEED = System.getProperty("jnvm.seed", "20261121");

    @Test
    void nothingIsLost() {
        StringWriter out = new StringWriter();
        int exit = new CommandLine(new Campaign())
                .setOut(new PrintWriter(out))
                .execute("sigkill", "--cycles=" + CYCLES, "--seed=" + SEED);
        System.out.println(out);
        assertThat(exit).as(out.toString()).isZero();
        assertThat(out.toString()).contains("nothing lost", "working", "operations acknowledged");
    }
}
