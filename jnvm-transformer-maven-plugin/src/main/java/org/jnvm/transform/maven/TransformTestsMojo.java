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

/** Transforms the persistent classes among the tests of the module, and all accesses to their fields. */
@Mojo(
        name = "transform-tests",
        defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class TransformTestsMojo extends AbstractTransformMojo {
    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${project.build.testOutputDirectory}", readonly = true, required = true)
    private File directory;

    /**
     * Binary names of classes that become persistent without an annotation: of this module, or of its dependencies. What
     * they become is written to the test output directory of the module; the jars stay as they are.
     */
    @Parameter
    private List<String> testClasses = List.of();

    /** For Maven. */
    public TransformTestsMojo() {}

    @Override
    Path directory() {
        return directory.toPath();
    }

    @Override
    List<String> classPath() throws MojoExecutionException {
        try {
            return project.getTestClasspathElements();
        } catch (DependencyResolutionRequiredException e) {
            throw new MojoExecutionException("the test class path is not resolved", e);
        }
    }

    @Override
    List<String> listedClasses() {
        return testClasses;
    }
}
