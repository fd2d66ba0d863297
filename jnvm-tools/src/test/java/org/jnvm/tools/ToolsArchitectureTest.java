package org.jnvm.tools;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The rules that the code of the tools keeps. */
class ToolsArchitectureTest {
    private static final JavaClasses TOOLS = new ClassFileImporter().importPath(Path.of("target/classes"));

    @Test
    void theToolsUseOfCoreOnlyWhatItExportsToThem() {
        classes()
                .that()
                .resideInAPackage("org.jnvm.tools..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.jnvm",
                        "org.jnvm.tools..",
                        "org.jnvm.internal.inspect",
                        "org.jnvm.internal.layout",
                        "org.jnvm.internal.salvage",
                        "org.jnvm.internal.value",
                        "com.fasterxml.jackson.core..",
                        "com.sun.tools.attach",
                        "javax.management..",
                        "org.jspecify.annotations",
                        "picocli..",
                        "java..")
                .check(TOOLS);
    }

    @Test
    void theCommandLineUsesTheApiOnly() {
        noClasses()
                .that()
                .resideInAPackage("org.jnvm.tools.cli")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jnvm.internal..", "com.fasterxml..")
                .check(TOOLS);
        noClasses()
                .that()
                .resideInAPackage("org.jnvm.tools")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jnvm.tools.cli", "picocli..")
                .check(TOOLS);
    }
}
