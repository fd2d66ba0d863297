package org.jnvm.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jnvm.spi.ClassDescriptor;

/** As many persistent classes as a test wants: without methods or proxies, made at run time. */
public final class ManyClasses extends ClassLoader {
    private static final int CLASS_FILE_VERSION = 61;

    /** Makes a loader of its own, so that names are free. */
    public ManyClasses() {
        super(ManyClasses.class.getClassLoader());
    }

    /**
     * Makes a class {@code many.C<number>} with one field, and registers it.
     *
     * @param number part of its name, and the name of its field
     */
    public ClassDescriptor register(int number) {
        String name = "many.C" + number;
        byte[] file = classFile(name.replace('.', '/'));
        Class<?> type = defineClass(name, file, 0, file.length);
        return ClassDescriptor.register(
                type,
                "class " + name + "\nversion 1\nextends -\nbytes 16\nfield " + name + " f" + number + " J 8",
                null);
    }

    private static byte[] classFile(String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(0xCAFEBABE);
            out.writeInt(CLASS_FILE_VERSION);
            out.writeShort(5); // constants 1 to 4: this class and its name, its superclass and its name
            out.writeByte(7);
            out.writeShort(2);
            out.writeByte(1);
            out.writeUTF(name);
            out.writeByte(7);
            out.writeShort(4);
            out.writeByte(1);
            out.writeUTF("java/lang/Object");
            out.writeShort(0x421); // public abstract super
            out.writeShort(1);
            out.writeShort(3);
            for (int i = 0; i < 4; i++) {
                out.writeShort(0); // no interfaces, fields, methods, attributes
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
