package org.jnvm.it.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.infinispan.commons.test.TestNGTestListener;
import org.testng.TestNG;
import org.testng.annotations.Test;

/** The control: where the store passes, with the same flags and listener, one that reads a file fails. */
@Test(groups = "unit", testName = "jnvm.BlockingCallsAreFoundTest")
public class BlockingCallsAreFoundTest {
    @Test
    public void aStoreThatReadsAFileFails() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> !argument.startsWith("-javaagent"))
                .forEach(command::add);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        command.addAll(List.of("-cp", classPath, TestNG.class.getName(), "-usedefaultlisteners", "false"));
        command.addAll(List.of("-listener", TestNGTestListener.class.getName()));
        command.addAll(List.of("-testclass", ReadingStoreControl.class.getName()));
        Path folder = Files.createDirectories(Path.of("target", "control")); // its reports are none of this build's
        Process control = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(control.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(control.waitFor()).as(output).isNotZero();
        assertThat(output).contains("Blocking call! java.io.RandomAccessFile#read");
    }
}
