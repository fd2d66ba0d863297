package org.jnvm.examples.readings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the test that docs/CRASH-TESTING.md shows: as it stands there, with these imports. */
class DocumentationTest {
    private static final String IMPORTS = """
            import static org.junit.jupiter.api.Assertions.*;
            import java.util.stream.LongStream;
            import org.jnvm.Heap;
            import org.jnvm.crashtest.*;
            import org.jnvm.crashtest.junit.*;
            import org.jnvm.crashtest.option.*;
            import org.jnvm.examples.readings.*;
            """;

    @TempDir
    Path folder;

    private static String sample() throws IOException {
        String page = Files.readString(Path.of("../../docs/CRASH-TESTING.md"));
        Matcher sample =
                Pattern.compile("(?s)```java\\n(class ReadingsTest .*?)```").matcher(page);
        assertThat(sample.find()).isTrue();
        return sample.group(1);
    }

    private URL compiled(String text) throws IOException {
        Path source = Files.writeString(folder.resolve("ReadingsTest.java"), IMPORTS + text);
        StringWriter messages = new StringWriter();
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
            boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
        return folder.toUri().toURL();
    }

    @Test
    void theSampleIsAGoodTest() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {compiled(sample())})) {
            Thread.currentThread().setContextClassLoader(loader);
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(loader.loadClass("ReadingsTest")))
                    .build();
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create().execute(request, listener);
            TestExecutionSummary summary = listener.getSummary();
            StringWriter failures = new StringWriter();
            summary.printFailuresTo(new PrintWriter(failures));
            assertThat(summary.getTestsFailedCount()).as(failures.toString()).isZero();
            assertThat(summary.getTestsSucceededCount()).as("engines").isEqualTo(3);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
