package org.jnvm.transform.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jnvm.TransformException;
import org.jnvm.transform.engine.TransformReport;
import org.jnvm.transform.engine.Transformer;

/**
 * What the goals share. A class that cannot be transformed is a {@link MojoFailureException}, an unreadable or
 * unwritable file a {@link MojoExecutionException}.
 */
abstract class AbstractTransformMojo extends AbstractMojo {
    /** Skips the goal. */
    @Parameter(property = "jnvm.skip", defaultValue = "false")
    private boolean skip;

    /** Returns the directory of class files to transform. */
    abstract Path directory();

    /** Returns the class path the class files were compiled against. */
    abstract List<String> classPath() throws MojoExecutionException;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        Path directory = directory();
        if (skip) {
            getLog().info("skipped");
            return;
        }
        if (!Files.isDirectory(directory)) {
            getLog().debug("no classes: " + directory + " does not exist");
            return;
        }
        try {
            report(new Transformer(directory, classPath().stream().map(Path::of).toList()).transform());
        } catch (TransformException e) {
            throw new MojoFailureException(e.getMessage(), e);
        } catch (IOException e) {
            throw new MojoExecutionException("cannot transform the classes in " + directory + ": " + e, e);
        }
    }

    private void report(TransformReport report) {
        report.persistentClasses().forEach(name -> getLog().debug("persistent: " + name));
        report.rewrittenClasses().forEach(name -> getLog().debug("written: " + name));
        report.warnings().forEach(getLog()::warn);
        getLog().info(report.summary());
    }
}
