package org.jnvm.transform;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.jnvm.testing.PackageLayers;
import org.junit.jupiter.api.Test;

/** The rules that the code of the transformer keeps. */
class TransformerArchitectureTest {
    private static final String ROOT = "org.jnvm.transform";
    /** Packages, each of which may use those before it only. */
    private static final List<String> LAYERS = List.of(
            ROOT,
            ROOT + ".asm",
            ROOT + ".model",
            ROOT + ".check",
            ROOT + ".step",
            ROOT + ".engine",
            ROOT + ".agent",
            ROOT + ".bytebuddy");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void packagesUseOnlyThoseBelowThem() {
        PackageLayers.requireOrder(CLASSES, ROOT, LAYERS);
        slices().matching(ROOT + ".(*)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void checksAndStepsKnowNothingOfEachOther() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".step")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".check")
                .check(CLASSES);
    }

    @Test
    void whatIsCalledAStepIsOne() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Step")
                .should()
                .beAssignableTo(ROOT + ".step.Step")
                .check(CLASSES);
    }

    /** Generated code names the rest, so that a program needs no core of the same build. */
    @Test
    void ofCoreOnlyTheFormatAndTheExceptionsAreUsed() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "..",
                        "org.jnvm",
                        "org.jnvm.internal.layout",
                        "org.objectweb.asm..",
                        "net.bytebuddy..",
                        "java..")
                .check(CLASSES);
    }
}
