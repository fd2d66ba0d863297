package org.jnvm.pdt;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.testing.FileCircles;
import org.jnvm.testing.PackageLayers;
import org.junit.jupiter.api.Test;

/** The rules that the code of the data types keeps. */
class DataTypesArchitectureTest {
    private static final String ROOT = "org.jnvm.pdt";
    /** Packages, each of which may use those before it only. */
    private static final List<String> LAYERS = List.of(
            ROOT + ".internal.value",
            ROOT + ".internal.array",
            ROOT + ".internal.index",
            ROOT + ".internal.secondary",
            ROOT + ".internal.hash",
            ROOT + ".internal.tree",
            ROOT + ".internal.conversion",
            ROOT);

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void packagesUseOnlyThoseBelowThem() {
        PackageLayers.requireOrder(CLASSES, ROOT, LAYERS);
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Files form no circles, but for an owner and its parts in one package. */
    @Test
    void filesFormNoCircles() {
        new FileCircles(CLASSES)
                .areOnly(
                        "Conversion Convertible",
                        "Converter Path PendingConversion",
                        "KeyView MapView",
                        "HashIndex HashIterator",
                        "TreeIndex TreeIterator",
                        "TreeKeys TreeView");
    }

    @Test
    void listsAndIndexesKnowNothingOfEachOther() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".internal.index")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".internal.array")
                .check(CLASSES);
    }

    @Test
    void coreIsUsedByWhatItExports() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jnvm.internal..")
                .check(CLASSES);
    }

    @Test
    void theExportedPackageHasPublicTypesOnly() {
        classes()
                .that()
                .resideInAPackage(ROOT)
                .and()
                .areTopLevelClasses()
                .and()
                .doNotHaveSimpleName("package-info")
                .should()
                .bePublic()
                .check(CLASSES);
        ModuleDescriptor module = ModuleFinder.of(Path.of("target/classes"))
                .findAll()
                .iterator()
                .next()
                .descriptor();
        assertThat(module.exports())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactly(ROOT);
    }
}
