package org.jnvm;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.FileCircles;
import org.jnvm.testing.PackageLayers;
import org.junit.jupiter.api.Test;

/** The rules that the code of core keeps. */
class ArchitectureTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final JavaClasses CORE = new ClassFileImporter().importPath(ChildJvm.location(Heap.class));
    private static final String INTERNAL = "org.jnvm.internal";
    /** The packages below it, each of which may use those before it only. */
    private static final List<String> LAYERS = List.of(
            INTERNAL + ".util",
            INTERNAL + ".epoch",
            INTERNAL + ".jfr",
            INTERNAL + ".layout",
            INTERNAL + ".value",
            INTERNAL + ".memory",
            INTERNAL + ".wal",
            INTERNAL + ".file",
            INTERNAL + ".alloc",
            INTERNAL + ".object",
            INTERNAL + ".recovery",
            INTERNAL + ".collector",
            INTERNAL + ".check",
            INTERNAL + ".transaction",
            INTERNAL + ".heap",
            INTERNAL + ".table",
            INTERNAL + ".tree",
            INTERNAL + ".inspect",
            INTERNAL + ".backup",
            INTERNAL + ".salvage");

    @Test
    void onlyTheMemoryPackageTouchesRawMemory() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.jnvm.internal.memory")
                .should()
                .dependOnClassesThat(describe(
                        "give raw memory",
                        type -> type.getPackageName().startsWith("java.lang.foreign")
                                || type.getPackageName().equals("sun.misc")
                                || type.getPackageName().startsWith("jdk.internal")
                                || type.getName().equals("java.nio.MappedByteBuffer")))
                .check(CORE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.internal..") // only by method handle, where it is opened
                .check(CORE);
    }

    @Test
    void theFormatDependsOnNothing() {
        classes()
                .that()
                .resideInAPackage("org.jnvm.internal.layout")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.jnvm.internal.layout", "java.lang..", "java.util..", "java.math..", "java.time..")
                .check(CORE);
    }

    @Test
    void internalPackagesUseOnlyThoseBelowThem() {
        slices().matching(INTERNAL + ".(*)").should().beFreeOfCycles().check(CORE);
        PackageLayers.requireOrder(CORE, INTERNAL, LAYERS);
    }

    /** Region is the half of field access that is inlined into programs; the other half lies in the memory package. */
    @Test
    void contractsLieAtTheBottomAndEntryPointsAtTheTop() {
        noClasses()
                .that()
                .resideInAPackage("org.jnvm.spi")
                .should()
                .dependOnClassesThat(describe(
                        "are J-NVM's own, but for the format and memory",
                        type -> type.getPackageName().startsWith("org.jnvm.runtime")
                                || type.getPackageName().startsWith("org.jnvm.internal")
                                        && !type.getPackageName().equals("org.jnvm.internal.layout")
                                        && !type.getPackageName().equals("org.jnvm.internal.memory")))
                .check(CORE);
        noClasses()
                .that()
                .resideInAPackage("org.jnvm.internal..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jnvm.runtime")
                .check(CORE);
    }

    /**
     * Files form no circles, but for an owner and its parts in one package. Two uses are left out of account, as they are
     * the API: a proxy is a {@code PObject}, which tells its heap; and {@code Region} is the half of field access that is
     * inlined into programs, whose other half lies in the memory package.
     */
    @Test
    void filesFormNoCircles() {
        new FileCircles(CORE)
                .without(Proxy.class, PObject.class)
                .without(Region.class, FieldRegion.class)
                .areOnly(
                        "FastPathGuard FieldRegion HeapState MappedChunk ObservedChunk SlowPath",
                        "ClassDescriptor Proxy ProxyFactory",
                        "ClassTable EnumTable ObjectReader ObjectSpace ObjectView RecordList SoundRecords Tails UnlinkedValues",
                        "FileHoles HeapFile",
                        "Marker ObjectMarker Trace",
                        "Cloning FieldValues Freezer GraphFreer HeapCloser HeapOpener HeapScopes HeapStatistics HeapTrim"
                                + " ObjectAllocator ObjectReferences OwnedSlots PersistentHeap RecoverCalls ReferenceSlots",
                        "StoredHeap StoredObject");
    }

    @Test
    void onlyTheHeapPackageAndTheFacadesKnowTheFacades() {
        noClasses()
                .that()
                .resideInAnyPackage(LAYERS.stream()
                        .filter(layer -> !layer.equals(INTERNAL + ".heap"))
                        .toArray(String[]::new))
                .should()
                .dependOnClassesThat(describe(
                        "are façades",
                        type -> type.isEquivalentTo(Heap.class)
                                || type.isEquivalentTo(JNVM.class)
                                || type.isEquivalentTo(RootMap.class)))
                .check(CORE);
    }

    @Test
    void exceptionsExtendOne() {
        classes()
                .that()
                .areAssignableTo(Throwable.class)
                .should()
                .beAssignableTo(JnvmException.class)
                .check(CORE);
    }

    @Test
    void nothingIsPrinted() {
        noClasses().should(GeneralCodingRules.ACCESS_STANDARD_STREAMS).check(CORE);
        noClasses()
                .should()
                .callMethodWhere(describe(
                        "print a stack trace",
                        (JavaMethodCall call) -> call.getTarget().getName().equals("printStackTrace")))
                .check(CORE);
    }

    @Test
    void theApiShowsNoInternalTypes() {
        methods()
                .that()
                .areDeclaredInClassesThat(describe(
                        "are public, of the API",
                        type -> type.getPackageName().equals("org.jnvm")
                                && type.getModifiers().contains(JavaModifier.PUBLIC)))
                .and(describe(
                        "are seen",
                        (JavaMethod method) -> method.getModifiers().contains(JavaModifier.PUBLIC)
                                || method.getModifiers().contains(JavaModifier.PROTECTED)))
                .should(ArchCondition.from(describe(
                        "show exported types",
                        (JavaMethod method) -> method.getAllInvolvedRawTypes().stream()
                                .noneMatch(type -> type.getPackageName().startsWith("org.jnvm.internal")))))
                .check(CORE);
    }

    @Test
    void theModuleExportsItsApiAndTheSpiOnly() {
        ModuleDescriptor module = ModuleFinder.of(ChildJvm.location(Heap.class))
                .find("org.jnvm.core")
                .orElseThrow()
                .descriptor();
        assertThat(module.exports().stream()
                        .filter(exports -> !exports.isQualified())
                        .map(ModuleDescriptor.Exports::source))
                .containsExactlyInAnyOrder("org.jnvm", "org.jnvm.runtime", "org.jnvm.spi");
        assertThat(module.exports().stream()
                        .filter(ModuleDescriptor.Exports::isQualified)
                        .map(exports -> exports.source() + " to " + new TreeSet<>(exports.targets())))
                .containsExactlyInAnyOrder(
                        "org.jnvm.internal.alloc to [org.jnvm.pfa]",
                        "org.jnvm.internal.epoch to [org.jnvm.pfa]",
                        "org.jnvm.internal.file to [org.jnvm.pfa]",
                        "org.jnvm.internal.inspect to [org.jnvm.tools]",
                        "org.jnvm.internal.salvage to [org.jnvm.tools]",
                        "org.jnvm.internal.jfr to [org.jnvm.pfa]",
                        "org.jnvm.internal.layout to [org.jnvm.pfa, org.jnvm.tools]",
                        "org.jnvm.internal.memory to [org.jnvm.pfa]",
                        "org.jnvm.internal.object to [org.jnvm.pfa]",
                        "org.jnvm.internal.transaction to [org.jnvm.pfa]",
                        "org.jnvm.internal.util to [org.jnvm.pfa]",
                        "org.jnvm.internal.value to [org.jnvm.tools]");
        assertThat(module.opens()).isEmpty();
        assertThat(module.isOpen()).isFalse();
    }

    // ---- sources ----

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<Path> found =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(found).hasSizeGreaterThan(50);
            return found;
        }
    }

    /**
     * A fence separates what is before it from what is after; the comment {@code persist-order} says what that is, in
     * the method or right above it. Methods that only pass a fence on, which are called so themselves, need none.
     */
    @Test
    void everyFenceSaysWhatItSeparates() throws IOException {
        Pattern fence = Pattern.compile("\\b(pfence|psync)\\(\\)[;)]");
        Pattern method = Pattern.compile("^ {4}(?!//)[\\w@<].*?\\b(\\w+)\\(.*$");
        List<String> silent = new ArrayList<>();
        int fences = 0;
        for (Path source : sources()) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (!fence.matcher(line).find()
                        || line.strip().startsWith("*")
                        || line.strip().startsWith("//")
                        || line.startsWith("    void ")) {
                    continue;
                }
                int start = i;
                String name = "";
                while (start > 0 && name.isEmpty()) {
                    start--;
                    Matcher matcher = method.matcher(lines.get(start));
                    name = matcher.matches() && !lines.get(start).strip().startsWith("@") ? matcher.group(1) : "";
                }
                if (name.equals("pfence") || name.equals("psync")) {
                    continue;
                }
                fences++;
                int from = start;
                while (from > 0 && !lines.get(from - 1).isBlank()) {
                    from--;
                }
                if (lines.subList(from, i + 1).stream().noneMatch(text -> text.contains("persist-order:"))) {
                    silent.add(SOURCES.relativize(source) + ":" + (i + 1) + " in " + name);
                }
            }
        }
        assertThat(fences).isGreaterThan(8);
        assertThat(silent).isEmpty();
    }

    @Test
    void nothingIsLeftToDo() throws IOException {
        Pattern marks = Pattern.compile("\\b(TODO|FIXME|XXX)\\b");
        for (Path source : sources()) {
            assertThat(marks.matcher(Files.readString(source)).find())
                    .as(source.toString())
                    .isFalse();
        }
    }
}
