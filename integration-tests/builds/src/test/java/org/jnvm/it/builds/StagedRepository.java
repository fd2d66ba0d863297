package org.jnvm.it.builds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A local repository for builds under test, so that nothing of this build gets into the user's one: it has the artifacts
 * that this build made, and takes all others from the user's one, where this build has put the same plugins.
 */
record StagedRepository(Path folder, Path settings) {
    private static final List<String> MODULES =
            List.of("jnvm-core", "jnvm-pfa", "jnvm-pdt", "jnvm-transformer", "jnvm-transformer-maven-plugin");

    /**
     * Makes the repository.
     *
     * @param work where
     * @param root the root folder of this build
     * @param version of its artifacts
     * @param userRepository the user's local repository
     */
    static StagedRepository create(Path work, Path root, String version, Path userRepository) throws IOException {
        Path folder = work.resolve("repository");
        stage(folder, root.resolve("pom.xml"), "jnvm-parent", version, "pom");
        for (String module : MODULES) {
            Path jar = root.resolve(module).resolve("target").resolve(module + "-" + version + ".jar");
            stage(folder, root.resolve(module).resolve("pom.xml"), module, version, "pom");
            stage(folder, jar, module, version, "jar");
        }
        Path settings = work.resolve("settings.xml");
        Files.writeString(settings, """
                <settings>
                  <mirrors>
                    <mirror>
                      <id>user</id>
                      <mirrorOf>*</mirrorOf>
                      <url>%s</url>
                    </mirror>
                  </mirrors>
                </settings>
                """.replace("%s", userRepository.toUri().toString()));
        return new StagedRepository(folder, settings);
    }

    private static void stage(Path repository, Path file, String artifact, String version, String type)
            throws IOException {
        Path target = repository.resolve("org/jnvm").resolve(artifact).resolve(version);
        Files.createDirectories(target);
        Files.copy(file, target.resolve(artifact + "-" + version + "." + type), StandardCopyOption.REPLACE_EXISTING);
    }
}
