package org.jnvm.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What docs/COOKBOOK.md, docs/EXPERT.md, docs/SPRING.md, docs/MICRONAUT.md and the pages of the site show is code of the examples, line by line, which their other tests run.
 */
class CookbookTest {
    /** Returns the lines of a text without what is around them. */
    private static String lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    /** Returns the code in the files below some folders whose paths contain a part, without what is around its lines. */
    private static String code(Path root, String part) throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(each -> each.toString().contains(part))
                    .filter(each -> each.toString().endsWith(".java"))
                    .filter(Files::isRegularFile)
                    .toList()) {
                sources.append(lines(Files.readString(file)));
            }
        }
        return sources.toString();
    }

    private static List<String> samples(Path page) throws IOException {
        return Pattern.compile("(?s)```java\\n(.*?)```")
                .matcher(Files.readString(page))
                .results()
                .map((MatchResult sample) -> lines(sample.group(1)))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "COOKBOOK.md, src/main/java, examples, 6",
        "EXPERT.md, ../crash-test/src, expert, 6",
        "SPRING.md, ../spring-boot/src, parcels, 6",
        "MICRONAUT.md, ../micronaut/src, notes, 1"
    })
    void itsCodeIsCompiled(String name, Path code, String folder, int least) throws IOException {
        String sources = code(code, "/" + folder + "/");
        assertThat(samples(Path.of("../../docs", name)))
                .hasSizeGreaterThanOrEqualTo(least)
                .allSatisfy(sample -> assertThat(sources).contains(sample));
    }

    @Test
    void theCodeOfTheSiteIsCompiled() throws IOException {
        String sources = code(Path.of(".."), "/src/");
        List<String> samples = new ArrayList<>();
        try (Stream<Path> pages = Files.walk(Path.of("../../site/pages"))) {
            for (Path page :
                    pages.filter(each -> each.toString().endsWith(".md")).toList()) {
                samples.addAll(samples(page));
            }
        }
        assertThat(samples)
                .hasSizeGreaterThan(5)
                .allSatisfy(sample -> assertThat(sources).contains(sample));
    }
}
