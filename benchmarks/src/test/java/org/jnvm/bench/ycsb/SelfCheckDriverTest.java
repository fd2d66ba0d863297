package org.jnvm.bench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jnvm.bench.harness.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SelfCheckDriverTest {
    @TempDir
    private Path folder;

    @Test
    void theHarnessIsChecked() {
        CommandLine line = new CommandLine(new SelfCheckDriver()).setCaseInsensitiveEnumValuesAllowed(true);
        assertThat(line.execute("--preset", "tiny", "--out", folder.toString())).isZero();
        Figures figures = Figures.read(
                folder.resolve("tiny/selfcheck-jdk" + Runtime.version().feature() + ".csv"));
        assertThat(figures.numbers("as_expected", row -> true)).hasSize(5);
    }
}
