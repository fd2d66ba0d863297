package org.jnvm.bench.blocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/** Instructions that write a cache line back, the best first. */
enum WriteBack {
    CLWB,
    CLFLUSHOPT,
    CLFLUSH;

    /** Returns the one that the JVM that runs this takes: JDKs know different ones of a processor. */
    static WriteBack ofThisJdk() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        try {
            Process process = new ProcessBuilder(java.toString(), "-Xlog:os+cpu", "-version")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.onExit().join();
            // other lines repeat what the system says
            return best(said.lines()
                    .filter(line -> line.contains("CPU: "))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "JDK does not tell what it knows of the processor: JDK=" + java + ", printed=" + said)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static WriteBack best(String features) {
        for (WriteBack each : values()) {
            if (features.matches(".*\\b" + each + "\\b.*")) {
                return each;
            }
        }
        throw new IllegalStateException("processor has no instruction that writes back: features=" + features);
    }

    /** Returns the name in assembler. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
