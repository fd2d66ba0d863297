package org.jnvm.pfa;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jnvm.testing.FileCircles;
import org.junit.jupiter.api.Test;

/** The rules that the code of the engine keeps. */
class EngineArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.jnvm.pfa");

    /** Files form no circles, but for an owner and its parts. */
    @Test
    void filesFormNoCircles() {
        new FileCircles(CLASSES).areOnly("Lane Lanes", "RedoTransaction TransactionRegistry");
    }
}
