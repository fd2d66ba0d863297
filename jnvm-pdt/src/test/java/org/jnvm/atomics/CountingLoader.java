package org.jnvm.atomics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads the classes of J-NVM anew, so that each tells {@link AtomicCounts} of its atomic instructions: calls of
 * {@code VarHandle}, {@code Unsafe} and {@code java.util.concurrent} that are at least one, stores to volatile fields (which
 * on x86-64 are followed by one), and monitors, where entering and leaving are one each.
 */
final class CountingLoader extends ClassLoader {
    private static final String PREFIX = "org.jnvm.";
    private static final Set<String> PLAIN = Set.of(
            "<init>",
            "get",
            "getPlain",
            "getOpaque",
            "getAcquire",
            "getVolatile",
            "set",
            "setPlain",
            "setOpaque",
            "setRelease",
            "lazySet",
            "sum",
            "isHeldByCurrentThread",
            "newCondition",
            "acquireFence",
            "releaseFence",
            "loadLoadFence",
            "storeStoreFence",
            "size",
            "isEmpty",
            "containsKey",
            "iterator",
            "values");

    /** By class, its volatile fields. */
    private final Map<String, Set<String>> volatiles = new HashMap<>();

    CountingLoader(ClassLoader parent) {
        super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PREFIX) || name.equals(AtomicCounts.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = bytes(name.replace('.', '/'));
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Counting(writer), 0);
        byte[] counting = writer.toByteArray();
        return defineClass(name, counting, 0, counting.length);
    }

    private byte[] bytes(String internalName) {
        try (InputStream in = getParent().getResourceAsStream(internalName + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isVolatile(String owner, String field) {
        return owner.startsWith(PREFIX.replace('.', '/'))
                && volatiles.computeIfAbsent(owner, this::volatilesOf).contains(field);
    }

    private Set<String> volatilesOf(String owner) {
        Set<String> found = new HashSet<>();
        new ClassReader(bytes(owner))
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public FieldVisitor visitField(
                                    int access, String name, String descriptor, String signature, Object value) {
                                if ((access & Opcodes.ACC_VOLATILE) != 0) {
                                    found.add(name);
                                }
                                return null;
                            }
                        },
                        ClassReader.SKIP_CODE);
        return found;
    }

    private static boolean isAtomic(String owner, String method) {
        if (owner.equals("java/lang/invoke/VarHandle") || owner.endsWith("/misc/Unsafe")) {
            return method.startsWith("compareAnd")
                    || method.startsWith("weakCompareAnd")
                    || method.startsWith("getAnd")
                    || method.equals("setVolatile")
                    || method.endsWith("Volatile") && method.startsWith("put")
                    || method.equals("fullFence");
        }
        boolean volatileSet = owner.startsWith("java/util/concurrent/atomic/") && method.equals("set");
        return volatileSet
                || owner.startsWith("java/util/concurrent/")
                        && !PLAIN.contains(method)
                        && !owner.equals("java/util/concurrent/TimeUnit");
    }

    private final class Counting extends ClassVisitor {
        private String className;

        Counting(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            className = name.substring(name.lastIndexOf('/') + 1);
            super.visit(version, access, name, signature, parent, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new CountingMethod(next, className + "." + name, (access & Opcodes.ACC_SYNCHRONIZED) != 0);
        }
    }

    private final class CountingMethod extends MethodVisitor {
        private final String place;
        private final boolean isSynchronized;

        CountingMethod(MethodVisitor next, String place, boolean isSynchronized) {
            super(Opcodes.ASM9, next);
            this.place = place;
            this.isSynchronized = isSynchronized;
        }

        private void count() {
            super.visitLdcInsn(place);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    AtomicCounts.class.getName().replace('.', '/'),
                    "count",
                    "(Ljava/lang/String;)V",
                    false);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (isSynchronized) {
                count();
                count();
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (isAtomic(owner, name)) {
                count();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if ((opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) && isVolatile(owner, name)) {
                count();
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
                count();
            }
            super.visitInsn(opcode);
        }
    }
}
