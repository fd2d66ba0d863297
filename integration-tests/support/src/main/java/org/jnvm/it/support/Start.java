package org.jnvm.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A way to start a program: a JDK and flags.
 *
 * @param name what is special about it
 * @param jdk the folder of the JDK
 * @param flags what comes first on the command line
 */
public record Start(String name, Path jdk, List<String> flags) {
    private static final int KNOWS_UNSAFE_FLAG = 23;
    private static final int KNOWS_NATIVE_FLAG = 24;
    private static final int ALSO_TRIED = 21;

    /**
     * Returns all ways in which a program must start and stay silent: without a flag, with access to memory by {@code
     * Unsafe} and native access denied, with few modules, and on JDK 21 where one is beside the JDK of the tests.
     *
     * @param modules what to limit the modules of the JDK to
     * @return the ways
     */
    public static List<Start> all(String modules) {
        Path jdk = Path.of(System.getProperty("java.home"));
        int version = Runtime.version().feature();
        List<Start> all = new ArrayList<>();
        all.add(new Start("no flag", jdk, List.of()));
        all.add(new Start("few modules", jdk, List.of("--limit-modules", modules)));
        String unsafe = "--sun-misc-unsafe-memory-access=deny";
        String access = "--illegal-native-access=deny";
        if (version >= KNOWS_UNSAFE_FLAG) {
            all.add(new Start("Unsafe denied", jdk, List.of(unsafe)));
        }
        if (version >= KNOWS_NATIVE_FLAG) {
            all.add(new Start("native access denied", jdk, List.of(access)));
            all.add(new Start("both denied", jdk, List.of(unsafe, access)));
            all.add(new Start("both denied, few modules", jdk, List.of(unsafe, access, "--limit-modules", modules)));
        }
        Path other = beside(jdk, ALSO_TRIED);
        if (other == null) {
            System.out.println("not tried on JDK " + ALSO_TRIED + ": there is none beside " + jdk);
        } else if (version != ALSO_TRIED) {
            all.add(new Start("JDK " + ALSO_TRIED, other, List.of()));
        }
        return all;
    }

    private static Path beside(Path jdk, int version) {
        try (Stream<Path> others = Files.list(jdk.toRealPath().getParent())) {
            return others.filter(other -> isVersion(other, version))
                    .sorted()
                    .findFirst()
                    .orElse(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isVersion(Path jdk, int version) {
        try {
            Path release = jdk.resolve("release");
            return Files.isRegularFile(release) && Files.readString(release).contains("JAVA_VERSION=\"" + version);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
