package org.jnvm.transform.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jnvm.transform.RefusedException;
import org.jnvm.transform.TransformOptions;
import org.jnvm.transform.TransformReport;
import org.jnvm.transform.engine.Transformer;

/**
 * What the goals share. A class that cannot be transformed is a {@link MojoFailureException}, an unreadable or
 * unwritable file a {@link MojoExecutionException}.
 */
abstract class AbstractTransformMojo extends AbstractMojo {
    /** Skips the goal: classes stay as the compiler made them. */
    @Parameter(property = "jnvm.skip", defaultValue = "false")
    private boolean skip;

    /**
     * Patterns of the classes that are transformed or rewritten, by default all. {@code *} stands for any characters but
     * dots, {@code **} for any: {@code com.acme.model.**}.
     */
    @Parameter
    private List<String> includes = List.of();

    /**
     * Patterns of the classes that stay as they are. One that accesses a field of a persistent class is an error.
     */
    @Parameter
    private List<String> excludes = List.of();

    /** Makes each warning an error. */
    @Parameter(property = "jnvm.failOnWarning", defaultValue = "false")
    private boolean failOnWarning;

    /** Verifies each class that was changed, as the JVM does when it is loaded. */
    @Parameter(property = "jnvm.verify", defaultValue = "true")
    private boolean verify;

    /** Returns the directory of class files to transform. */
    abstract Path directory();

    /** Returns the class path the class files were compiled against. */
    abstract List<String> classPath() throws MojoExecutionException;

    /** Returns the binary names of classes that become persistent without an annotation. */
    abstract List<String> listedClasses();

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        Path directory = directory();
        if (skip) {
            getLog().info("skipped");
            return;
        }
        // a module may have no classes of its own, and those that it lists of dependencies
        if (!Files.isDirectory(directory) && listedClasses().isEmpty()) {
            getLog().debug("no classes: " + directory + " does not exist");
            return;
        }
        TransformOptions options = new TransformOptions(includes, excludes, listedClasses(), failOnWarning, verify);
        List<Path> classPath = classPath().stream().map(Path::of).toList();
        try {
            Files.createDirectories(directory);
            report(new Transformer(directory, classPath, options).transform());
        } catch (RefusedException e) {
            throw new MojoFailureException(e.getMessage(), e);
        } catch (IOException e) {
            throw new MojoExecutionException("cannot transform the classes in " + directory + ": " + e, e);
        }
    }

    private void report(TransformReport report) {
        report.changes().forEach(change -> getLog().debug(change.toString()));
        report.warnings().forEach(warning -> getLog().warn(warning.toString()));
        getLog().info(report.summary());
    }
}
