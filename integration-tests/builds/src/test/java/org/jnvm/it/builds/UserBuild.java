package org.jnvm.it.builds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jnvm.it.support.ChildJvm;

/** A project of {@code src/test/projects}, copied to a folder of its own and built there by the Maven that runs this build. */
final class UserBuild {
    private static final Path ROOT = Path.of(System.getProperty("it.root")).normalize();
    private static final Path WORK = Path.of(System.getProperty("it.work"));
    private static final String VERSION = System.getProperty("it.jnvm.version");
    private static final Path PROJECTS = Path.of("src", "test", "projects");
    private static final Pattern POM = Pattern.compile("```xml\\R(<project .*?</project>)", Pattern.DOTALL);
    private static final long TIMEOUT_SECONDS = 240;

    private final Path folder;
    private final Path project;
    private final StagedRepository repository;

    /** What a build printed, and whether it succeeded. */
    record Outcome(boolean success, List<String> log) {
        /** Returns the lines that contain a text. */
        List<String> lines(String text) {
            return log.stream().filter(line -> line.contains(text)).toList();
        }
    }

    /**
     * Copies a project.
     *
     * @param name of the project
     * @param folder where to
     */
    UserBuild(String name, Path folder) throws IOException {
        this(PROJECTS.resolve(name), folder, folder.resolve(name));
        copy(PROJECTS.resolve("parent"), folder.resolve("parent"));
    }

    private UserBuild(Path source, Path folder, Path project) throws IOException {
        this(folder, project);
        copy(source, project);
    }

    private UserBuild(Path folder, Path project) throws IOException {
        this.folder = folder;
        this.project = project;
        repository = StagedRepository.create(WORK, ROOT, VERSION, Path.of(System.getProperty("it.repository")));
    }

    /**
     * Copies an example.
     *
     * @param name of its folder in {@code examples}
     * @param folder where to
     */
    static UserBuild ofExample(String name, Path folder) throws IOException {
        return new UserBuild(ROOT.resolve("examples").resolve(name), folder, folder.resolve(name));
    }

    /**
     * Makes the project of the tutorial: its program, and the POM that the page prints.
     *
     * @param folder where to
     */
    static UserBuild ofTutorial(Path folder) throws IOException {
        Path project = Files.createDirectory(folder.resolve("tutorial"));
        Matcher pom = POM.matcher(
                Files.readString(ROOT.resolve("site").resolve("pages").resolve("tutorial.md")));
        if (!pom.find()) {
            throw new IOException("tutorial prints no POM");
        }
        Files.writeString(project.resolve("pom.xml"), pom.group(1));
        copy(ROOT.resolve("examples").resolve("tutorial").resolve("src"), project.resolve("src"));
        return new UserBuild(folder, project);
    }

    /** Returns the repository with the artifacts of this build. */
    Path repository() {
        return repository.folder();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    Path file(String path) {
        return project.resolve(path);
    }

    /** Builds with the JDK of the tests. */
    Outcome maven(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("it.maven"), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-s",
                repository.settings().toString(),
                "-Dmaven.repo.local=" + repository.folder(),
                "-Djnvm.version=" + VERSION,
                "-Dcompiler.version=" + System.getProperty("it.compiler.version"),
                "-Dresources.version=" + System.getProperty("it.resources.version")));
        command.addAll(List.of(arguments));
        return run(command);
    }

    /**
     * Runs another command in the project's folder, with the JDK of the tests.
     *
     * @param command the command and its arguments
     */
    Outcome run(List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "build", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -Xmx256m");
        Process process = builder.start();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("build does not end: seconds=" + TIMEOUT_SECONDS + ", command=" + command
                        + ", log=" + Files.readString(log));
            }
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue() == 0, Files.readAllLines(log));
    }

    /**
     * Runs a program that was built, on a heap file of this project.
     *
     * @param main its class
     * @param flags of the JVM
     * @param directories of class files in the project, which come first on the class path
     */
    ChildJvm.Result java(String main, List<String> flags, String... directories)
            throws IOException, InterruptedException {
        List<String> classPath = new ArrayList<>();
        for (String directory : directories) {
            classPath.add(file(directory).toString());
        }
        classPath.add(System.getProperty("java.class.path"));
        List<String> arguments = new ArrayList<>(flags);
        arguments.addAll(List.of("-cp", String.join(System.getProperty("path.separator"), classPath), main));
        arguments.add(file("test.heap").toString());
        return new ChildJvm(folder, arguments).run();
    }

    /** Returns time and content of all class files, by their paths. */
    Map<String, String> classFiles() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(project)) {
            for (Path file : walk.filter(f -> f.toString().endsWith(".class")).toList()) {
                String content = new java.math.BigInteger(1, Files.readAllBytes(file)).toString(Character.MAX_RADIX);
                files.put(project.relativize(file).toString(), Files.getLastModifiedTime(file) + " " + content);
            }
        }
        return files;
    }

    /** Returns the agent that this build made. */
    static Path agent() {
        return ROOT.resolve("jnvm-transformer/target/jnvm-transformer-" + VERSION + "-agent.jar");
    }
}
