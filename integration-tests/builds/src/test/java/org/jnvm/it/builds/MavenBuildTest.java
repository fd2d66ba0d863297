package org.jnvm.it.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jnvm.it.support.ChildJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects as users have them, built by Maven in processes of their own, and the programs that come out. */
@Tag("once") // the same on each JDK
class MavenBuildTest {
    private static final String CLASSES = "target/classes";
    private static final String TEST_CLASSES = "target/test-classes";
    private static final String SUMMARY = "[INFO] transformed ";

    @TempDir
    Path folder;

    private static void assertBuilt(UserBuild.Outcome build) {
        assertThat(build.success()).as(String.join("\n", build.log())).isTrue();
    }

    private static ChildJvm.Result prints(String line) {
        return new ChildJvm.Result(0, List.of(line), "");
    }

    @Test
    void buildsAModuleAndItsTestsAndOnlyWhatChanged() throws Exception {
        UserBuild project = new UserBuild("single", folder);
        UserBuild.Outcome first = project.maven("process-test-classes");
        assertBuilt(first);
        assertThat(first.lines(SUMMARY))
                .containsExactly(
                        "[INFO] transformed 2 classes: 1 persistent with 2 fields and 2 failure-atomic methods, 6"
                                + " accesses rewritten",
                        "[INFO] transformed 2 classes: 1 persistent with 1 fields and 0 failure-atomic methods, 4"
                                + " accesses rewritten");
        assertThat(first.lines("[WARNING] app.GuestMain.look() (GuestMain.java:"))
                .hasSize(1);
        assertThat(project.java("app.Main", List.of(), CLASSES)).isEqualTo(prints("Ann 1"));
        assertThat(project.java("app.GuestMain", List.of(), TEST_CLASSES, CLASSES))
                .isEqualTo(prints("Bob Ann 2"));

        Map<String, String> built = project.classFiles();
        UserBuild.Outcome again = project.maven("process-test-classes");
        assertBuilt(again);
        assertThat(again.lines(SUMMARY)).hasSize(2).allMatch(line -> line.contains("transformed 0 classes"));
        assertThat(project.classFiles()).isEqualTo(built);

        Path person = project.file("src/main/java/app/Person.java");
        Files.writeString(
                person,
                Files.readString(person)
                        .replace("int visits;", "int visits; long more = 1;")
                        .replace("return ++visits;", "more++; return ++visits;"));
        assertBuilt(project.maven("process-classes"));
        assertThat(project.java("app.Main", List.of(), CLASSES)).isEqualTo(prints("Ann 2"));
    }

    /** By whatever Maven runs this build, also one whose own plugins are too old. */
    @Test
    void buildsTheProjectOfTheTutorialAndRunsItsTests() throws Exception {
        UserBuild.Outcome build = UserBuild.ofTutorial(folder).maven("test");
        assertBuilt(build);
        assertThat(build.lines("[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"))
                .isNotEmpty();
    }

    @Test
    void obeysItsParametersAndLeavesClassesToTheAgent() throws Exception {
        UserBuild project = new UserBuild("single", folder);
        assertBuilt(project.maven("process-test-classes", "-Djnvm.skip=true"));
        assertThat(project.java("app.Main", List.of(), CLASSES).errors()).contains("NotTransformedException");
        List<String> agent = List.of("-javaagent:" + UserBuild.agent());
        assertThat(project.java("app.Main", agent, CLASSES)).isEqualTo(prints("Ann 1"));

        Map<String, String> skipped = project.classFiles();
        UserBuild.Outcome strict = project.maven("-X", "process-test-classes", "-Djnvm.failOnWarning=true");
        assertThat(strict.success()).isFalse();
        assertThat(strict.lines("[DEBUG] app.Person is persistent: fields=[name, visits]"))
                .hasSize(1);
        assertThat(strict.lines("app.GuestMain.look() (GuestMain.java:")).isNotEmpty();
        assertThat(project.classFiles())
                .containsEntry(TEST_CLASSES + "/app/Guest.class", skipped.get(TEST_CLASSES + "/app/Guest.class"))
                .doesNotContainEntry(CLASSES + "/app/Person.class", skipped.get(CLASSES + "/app/Person.class"));
        assertThat(project.java("app.Main", agent, CLASSES)).isEqualTo(prints("Ann 2"));
        assertThat(project.java("app.Main", List.of(), CLASSES)).isEqualTo(prints("Ann 3"));
    }

    @Test
    void buildsSeveralModulesInParallelAndClassesOfADependencyByList() throws Exception {
        UserBuild project = new UserBuild("multi", folder);
        UserBuild.Outcome first = project.maven("-T2", "process-test-classes");
        assertBuilt(first);
        assertThat(first.log()).noneMatch(line -> line.contains("not marked @threadSafe"));
        String[] classPath = {"app/target/classes", "model/target/classes", "legacy/target/classes"};
        assertThat(project.java("app.Main", List.of(), classPath)).isEqualTo(prints("shape! 9 3 1"));
        assertThat(project.java("app.Main", List.of(), classPath)).isEqualTo(prints("shape!! 9 3 2"));
        assertThat(project.file("app/target/classes/legacy")).isDirectoryContaining("glob:**/Shifts.class");

        Map<String, String> built = project.classFiles();
        assertBuilt(project.maven("-T2", "process-test-classes"));
        assertThat(project.classFiles()).isEqualTo(built);
    }

    @Test
    void failsWithAllReasonsAndChangesNothing() throws Exception {
        UserBuild project = new UserBuild("broken", folder);
        assertBuilt(project.maven("process-classes", "-Djnvm.skip=true"));
        Map<String, String> before = project.classFiles();
        UserBuild.Outcome build = project.maven("process-classes");
        assertThat(build.success()).isFalse();
        assertThat(String.join("\n", build.log()))
                .contains("BUILD FAILURE")
                .contains("app.Order.items (Order.java:9): type java.util.ArrayList is not persistent; mark the field"
                        + " transient, or declare it as java.util.List, or use org.jnvm.pdt.PArrayList")
                .contains("app.Order$Line (Order.java): an inner class cannot be persistent, it refers to an object of"
                        + " app.Order; make it static");
        assertThat(project.classFiles()).isEqualTo(before);
    }

    @Test
    void explainsItself() throws Exception {
        UserBuild.Outcome help = new UserBuild("single", folder)
                .maven(
                        "org.jnvm:jnvm-transformer-maven-plugin:" + System.getProperty("it.jnvm.version") + ":help",
                        "-Ddetail=true");
        assertBuilt(help);
        assertThat(String.join("\n", help.log()))
                .contains("jnvm:transform", "jnvm:transform-tests")
                .contains("skip", "includes", "excludes", "classes", "testClasses", "failOnWarning", "verify");
    }
}
