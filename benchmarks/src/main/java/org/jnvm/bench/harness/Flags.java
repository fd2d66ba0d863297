package org.jnvm.bench.harness;

import java.util.ArrayList;
import java.util.List;

/** The flags that measured JVMs get. */
public enum Flags {
    /** None that concern persistent memory: what a user gets who only starts the program. */
    NONE("no flags"),
    /** The internal {@code Unsafe} is opened: single instructions, and write-backs. */
    OPENED("opened"),
    /** As {@link #OPENED}, and every field access checks the generation of its object. */
    CHECKED("checked");

    /** Has libraries log warnings and errors only. */
    public static final String LOG_WARNINGS = "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn";

    /** Those of a program that runs as usual. */
    public static final List<Flags> USUAL = List.of(NONE, OPENED);

    private static final String OPEN = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    /** Lets a JVM start sooner, and never reach its full speed. JDK 24 and later write back only with C2 there. */
    private static final List<String> QUICK =
            Runtime.version().feature() < 24 ? List.of("-XX:TieredStopAtLevel=1") : List.of();

    private static volatile boolean quick;

    private final String title;

    Flags(String title) {
        this.title = title;
    }

    /** Lets measured JVMs start sooner or not: for runs whose figures mean nothing. */
    static void startSooner(boolean sooner) {
        quick = sooner;
    }

    /** Returns the flags of a JVM with a Java heap of a fixed size in MiB. */
    public List<String> jvm(int heapMib) {
        List<String> flags = new ArrayList<>(List.of("-Xms" + heapMib + "m", "-Xmx" + heapMib + "m"));
        if (quick) {
            flags.addAll(QUICK);
        }
        if (this != NONE) {
            flags.add(OPEN);
        }
        if (this == CHECKED) {
            flags.add("-Dorg.jnvm.checked=true");
        }
        return flags;
    }

    /** Returns flags that keep JMH and libraries with native code from printing warnings, on a version of the JDK. */
    public static List<String> quiet(int jdk) {
        return jdk < 24
                ? List.of()
                : List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");
    }

    /** Returns those flags on the JDK of this JVM. */
    public static List<String> quiet() {
        return quiet(Runtime.version().feature());
    }

    /**
     * Returns those of {@link #jvm}, for a JVM that is measured while its Java heap is new: the system has given it all pages at the start. Else
     * each allocation in memory that was not used before takes some microseconds, and most of these has who collects least.
     */
    public List<String> touched(int heapMib) {
        List<String> flags = jvm(heapMib);
        if (!quick) {
            flags.add("-XX:+AlwaysPreTouch");
        }
        return flags;
    }

    /** Returns the name for tables. */
    @Override
    public String toString() {
        return title;
    }
}
