package org.jnvm.campaign.errors;

import java.io.IOException;
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
    private static final String POINT = Injector.class.getName().replace('.', '/');
    private static final List<String> ALLOCATING =
            List.of("org/jnvm/internal/", "org/jnvm/runtime/", "org/jnvm/spi/", "org/jnvm/pfa/", "org/jnvm/pdt/");
    private static final List<String> CALLING = List.of("org/jnvm/pfa/");
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

    /**
     * What a method calls that does nothing else ({@code endOrGiveUp}): an error there is one in its caller. And what only
     * stores, or gives back a lock: there is nothing in it that can fail.
     */
    private static final Set<String> NO_PLACES = Set.of(
            "endOrGiveUp",
            "leaveTo",
            "leaveUndone",
            "leftAt",
            "notUndone",
            "setTransaction",
            "unlock",
            "unlockJointly",
            "exit");

    private Instrumentation() {}

    /**
     * Writes the copies.
     *
     * @param kind where errors come up
     * @param to the folder, for the front of a class path
     * @param mutant classes that stand in for J-NVM's own, or null
     */
    static void write(ErrorKind kind, Path to, Path mutant) throws IOException {
        for (Class<?> each :
                List.of(org.jnvm.Heap.class, org.jnvm.pfa.internal.RedoEngine.class, org.jnvm.pdt.PString.class)) {
            URI source = URI.create(
                    each.getProtectionDomain().getCodeSource().getLocation().toString());
            Path at = Path.of(source);
            if (Files.isDirectory(at)) {
                copy(at, kind, mutant, to);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(at, Map.of())) {
                    copy(jar.getPath("/"), kind, mutant, to);
                }
            }
        }
    }

    private static void copy(Path root, ErrorKind kind, Path mutant, Path to) throws IOException {
        List<String> packages = kind == ErrorKind.CALLS ? CALLING : ALLOCATING;
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
                boolean isMutant = mutant != null && Files.exists(mutant.resolve(name));
                Files.write(copy, instrument(Files.readAllBytes(isMutant ? mutant.resolve(name) : file), kind));
            }
        }
    }

    private static byte[] instrument(byte[] original, ErrorKind kind) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String type, String signature, String[] exceptions) {
                        MethodVisitor out = super.visitMethod(access, name, type, signature, exceptions);
                        // an error in an initialiser of a class makes that unusable: as of any class
                        return name.equals("<clinit>") || name.equals("toString") || name.equals("current")
                                ? out
                                : new Points(out, kind);
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Points extends MethodVisitor {
        private final ErrorKind kind;

        Points(MethodVisitor next, ErrorKind kind) {
            super(Opcodes.ASM9, next);
            this.kind = kind;
        }

        private void point(boolean here) {
            if (here) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, POINT, "point", "()V", false);
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            point(kind == ErrorKind.ALLOCATIONS && opcode == Opcodes.ANEWARRAY);
            super.visitTypeInsn(opcode, type);
            point(kind == ErrorKind.ALLOCATIONS && opcode == Opcodes.NEW); // after it, as frames name where it is
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            point(kind == ErrorKind.ALLOCATIONS && opcode == Opcodes.NEWARRAY);
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
            point(kind == ErrorKind.ALLOCATIONS);
            super.visitInvokeDynamicInsn(name, type, bootstrap, arguments);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            boolean ours = owner.startsWith("org/jnvm/");
            point(
                    kind == ErrorKind.ALLOCATIONS
                            ? owner.startsWith("java/util/")
                                    && !owner.startsWith("java/util/concurrent/atomic/")
                                    && ALLOCATING_CALLS.contains(name)
                            : ours && !name.equals("<init>") && !NO_PLACES.contains(name));
            super.visitMethodInsn(opcode, owner, name, type, isInterface);
        }
    }
}
