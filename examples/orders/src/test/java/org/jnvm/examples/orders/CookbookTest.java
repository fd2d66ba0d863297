package org.jnvm.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/COOKBOOK.md and docs/EXPERT.md show is code of the examples, line by line, which their other tests run. */
class CookbookTest {
    /** Returns the lines of a text without what is around them. */
    private static String lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    @ParameterizedTest
    @CsvSource({"COOKBOOK.md, src/main/java, examples", "EXPERT.md, ../crash-test/src, expert"})
    void itsCodeIsCompiled(String name, Path code, String folder) throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(code)) {
            for (Path file : files.filter(each -> each.toString().contains("/" + folder + "/"))
                    .filter(Files::isRegularFile)
                    .toList()) {
                sources.append(lines(Files.readString(file)));
            }
        }
        String page = Files.readString(Path.of("../../docs", name));
        assertThat(Pattern.compile("(?s)```java\\n(.*?)```")
                        .matcher(page)
                        .results()
                        .map((MatchResult sample) -> lines(sample.group(1))))
                .hasSizeGreaterThan(5)
                .allSatisfy(sample -> assertThat(sources.toString()).contains(sample));
    }
}
