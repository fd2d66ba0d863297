package org.jnvm.crashtest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.jnvm.testing.PackageLayers;
import org.junit.jupiter.api.Test;

/** The rules that the code of the crash explorer keeps. */
class CrashtestArchitectureTest {
    private static final String ROOT = "org.jnvm.crashtest";
    /** Packages, each of which may use those before it only. */
    private static final List<String> LAYERS = List.of(
            ROOT + ".option",
            ROOT + ".linear",
            ROOT + ".internal.trace",
            ROOT + ".internal.schedule",
            ROOT + ".internal.model",
            ROOT + ".internal.engine",
            ROOT + ".internal.oracle",
            ROOT + ".internal.report",
            ROOT,
            ROOT + ".junit");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void packagesUseOnlyThoseBelowThem() {
        PackageLayers.requireOrder(CLASSES, ROOT, LAYERS);
    }

    @Test
    void theModelKnowsNoHeaps() {
        noClasses()
                .that()
                .resideInAnyPackage(LAYERS.subList(0, 6).toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jnvm", "org.jnvm.internal..")
                .check(CLASSES);
    }

    @Test
    void onlyTheExtensionNeedsJUnit() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".junit")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.junit..")
                .check(CLASSES);
    }
}
