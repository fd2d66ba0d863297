package org.jnvm.campaign.errors;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copies of J-NVM's classes that call {@link Injector#point} where an error may come up: before each allocation and each
 * call of the JDK that allocates, in all of J-NVM; or before each call in the transactions' own classes.
 *
 * <p>What can neither allocate nor, with the stack that is reserved, overflow, is no such place: to give back a lock, an
 * atomic instruction.
 */
final class Instrumentation {
    /** What the errors are like. */
    enum Places {
        ALLOCATIONS,
        CALLS
    }

    private static final String POINT = Injector.class.getName().replace('.', '/');
    private static final List<String> ALLOCATING = List.of(
            "org/jnvm/internal/fa/",
            "org/jnvm/internal/heap/",
            "org/jnvm/internal/object/",
            "org/jnvm/internal/alloc/",
            "org/jnvm/internal/thread/",
            "org/jnvm/spi/",
            "org/jnvm/pfa/",
            "org/jnvm/pdt/");
    private static final List<String> CALLING = List.of("org/jnvm/internal/fa/");
    private static final Set<String> ALLOCATING_CALLS = Set.of(
            "add",
            "put",
            "addAll",
            "putAll",
            "toArray",
            "copyOf",
            "merge",
            "computeIfAbsent",
            "clone",
            "addSuppressed");

    private Instrumentation() {}

    /**
     * Writes the copies.
     *
     * @param places where errors come up
     * @param to the folder, for the front of a class path
     * @return how many places there are
     */
    static int write(Places places, Path to) throws IOException {
        int[] points = {0};
        for (Class<?> each :
                List.of(org.jnvm.Heap.class, org.jnvm.pfa.BlockRedoLogProvider.class, org.jnvm.pdt.PString.class)) {
            URI source = URI.create(
                    each.getProtectionDomain().getCodeSource().getLocation().toString());
            Path at = Path.of(source);
            if (Files.isDirectory(at)) {
                copy(at, places, to, points);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(at, Map.of())) {
                    copy(jar.getPath("/"), places, to, points);
                }
            }
        }
        return points[0];
    }

    private static void copy(Path root, Places places, Path to, int[] points) throws IOException {
        List<String> packages = places == Places.CALLS ? CALLING : ALLOCATING;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                String name = root.relativize(file).toString();
                // those of which there are versions for other releases are left alone
                if (packages.stream().noneMatch(name::startsWith)
                        || Files.exists(root.resolve("META-INF/versions/22").resolve(name))) {
                    continue;
                }
                Path copy = to.resolve(name);
                Files.createDirectories(copy.getParent());
                try (InputStream in = Files.newInputStream(file)) {
                    Files.write(copy, instrument(in.readAllBytes(), places, points));
                }
            }
        }
    }

    private static byte[] instrument(byte[] original, Places places, int[] points) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String type, String signature, String[] exceptions) {
                        MethodVisitor out = super.visitMethod(access, name, type, signature, exceptions);
                        // an error in an initialiser of a class makes that unusable: as of any class
                        return name.equals("<clinit>") || name.equals("toString")
                                ? out
                                : new Points(out, places, points);
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Points extends MethodVisitor {
        private final Places places;
        private final int[] points;

        Points(MethodVisitor next, Places places, int[] points) {
            super(Opcodes.ASM9, next);
            this.places = places;
            this.points = points;
        }

        private void point(boolean here) {
            if (here) {
                points[0]++;
                super.visitMethodInsn(Opcodes.INVOKESTATIC, POINT, "point", "()V", false);
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            point(places == Places.ALLOCATIONS && (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY));
            super.visitTypeInsn(opcode, type);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            point(places == Places.ALLOCATIONS && opcode == Opcodes.NEWARRAY);
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
            point(places == Places.ALLOCATIONS);
            super.visitInvokeDynamicInsn(name, type, bootstrap, arguments);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            boolean ours = owner.startsWith("org/jnvm/");
            point(
                    places == Places.ALLOCATIONS
                            ? owner.startsWith("java/util/") && ALLOCATING_CALLS.contains(name)
                            : ours && !name.equals("<init>"));
            super.visitMethodInsn(opcode, owner, name, type, isInterface);
        }
    }
}
