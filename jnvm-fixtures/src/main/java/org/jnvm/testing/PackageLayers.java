package org.jnvm.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;

/** Packages in an order in which each uses only those before it. */
public final class PackageLayers {
    private PackageLayers() {}

    /**
     * Requires that packages keep to an order, and that there are no others below a root.
     *
     * @param all the classes of the module
     * @param root what the names of the packages begin with
     * @param layers the packages, the lowest first
     */
    public static void requireOrder(JavaClasses all, String root, List<String> layers) {
        for (int i = 0; i < layers.size() - 1; i++) {
            noClasses()
                    .that()
                    .resideInAPackage(layers.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(layers.subList(i + 1, layers.size()).toArray(String[]::new))
                    .check(all);
        }
        classes()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .resideInAnyPackage(layers.toArray(String[]::new))
                .check(all);
    }
}
