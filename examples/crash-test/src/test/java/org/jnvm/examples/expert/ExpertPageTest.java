package org.jnvm.examples.expert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/EXPERT.md shows is code of this module, line by line, which the other tests of this package run. */
class ExpertPageTest {
    /** Returns the lines of a text without what is around them. */
    private static String lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    @Test
    void itsCodeIsCompiled() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            for (Path file : files.filter(path -> path.toString().contains("/expert/"))
                    .filter(Files::isRegularFile)
                    .toList()) {
                sources.append(lines(Files.readString(file)));
            }
        }
        String page = Files.readString(Path.of("../../docs/EXPERT.md"));
        assertThat(Pattern.compile("(?s)```java\\n(.*?)```")
                        .matcher(page)
                        .results()
                        .map((MatchResult sample) -> lines(sample.group(1))))
                .hasSizeGreaterThan(5)
                .allSatisfy(sample -> assertThat(sources.toString()).contains(sample));
    }
}
