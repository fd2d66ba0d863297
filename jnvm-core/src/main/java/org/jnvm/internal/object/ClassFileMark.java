package org.jnvm.internal.object;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UTFDataFormatException;
import java.util.Set;

/**
 * Tells from a class file, without loading it, whether its class is meant to be persistent: its constant pool has the
 * annotation {@code @Persistent} or {@code @Transformed}; or whether it may be an enum or a record. A class that has one of these names for
 * another reason is taken for one: it may be loaded, and turns out to be none then.
 */
final class ClassFileMark {
    /** Of persistent classes. */
    static final Set<String> PERSISTENT = Set.of("Lorg/jnvm/Persistent;", "Lorg/jnvm/spi/Transformed;");
    /** Of enums and records. */
    static final Set<String> VALUES = Set.of("java/lang/Enum", "java/lang/Record");

    private static final int MAGIC = 0xCAFEBABE;
    private static final int VERSION_BYTES = 4;

    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    /** Bytes that follow the tag of a constant; 0 for tags that there are not. JVM specification, table 4.4. */
    private static final int[] BYTES = {0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};

    private ClassFileMark() {}

    /**
     * Looks for a mark.
     *
     * @param classFile the bytes
     * @param marks the marks
     * @return whether it is a class file that has one of them
     * @throws IOException if the bytes cannot be read
     */
    static boolean isIn(InputStream classFile, Set<String> marks) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(classFile));
        try {
            if (in.readInt() != MAGIC) {
                return false;
            }
            in.skipNBytes(VERSION_BYTES);
            int count = in.readUnsignedShort();
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                if (tag == UTF8) {
                    if (marks.contains(in.readUTF())) {
                        return true;
                    }
                } else if (tag >= BYTES.length || BYTES[tag] == 0) {
                    return false;
                } else {
                    in.skipNBytes(BYTES[tag]);
                    // these two take two places of the pool
                    i += tag == LONG || tag == DOUBLE ? 1 : 0;
                }
            }
            return false;
        } catch (EOFException | UTFDataFormatException e) {
            return false; // not a class file, then
        }
    }
}
