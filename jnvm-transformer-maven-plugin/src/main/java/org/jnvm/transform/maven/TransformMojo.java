package org.jnvm.transform.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;

/** Transforms the persistent classes of the module, and all accesses to their fields. */
@Mojo(
        name = "transform",
        defaultPhase = LifecyclePhase.PROCESS_CLASSES,
        requiresDependencyResolution = ResolutionScope.COMPILE,
        threadSafe = true)
public final class TransformMojo extends AbstractTransformMojo {
    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true, required = true)
    private File directory;

    /**
     * Binary names of classes that become persistent without an annotation: of this module, or of its dependencies. What
     * they become is written to the output directory of the module; the jars stay as they are.
     */
    @Parameter
    private List<String> classes = List.of();

    /** For Maven. */
    public TransformMojo() {}

    @Override
    Path directory() {
        return directory.toPath();
    }

    @Override
    List<String> classPath() throws MojoExecutionException {
        try {
            return project.getCompileClasspathElements();
        } catch (DependencyResolutionRequiredException e) {
            throw new MojoExecutionException("the compile class path is not resolved", e);
        }
    }

    @Override
    List<String> listedClasses() {
        return classes;
    }
}
