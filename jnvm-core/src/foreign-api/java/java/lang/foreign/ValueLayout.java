package java.lang.foreign;

import java.lang.invoke.VarHandle;

/** Signatures of the JDK 22 API that jnvm-core calls; compile-time only, never packaged. */
public interface ValueLayout {
    OfByte JAVA_BYTE = new OfByte() {};
    OfShort JAVA_SHORT = new OfShort() {};
    OfChar JAVA_CHAR = new OfChar() {};
    OfInt JAVA_INT = new OfInt() {};
    OfLong JAVA_LONG = new OfLong() {};
    OfFloat JAVA_FLOAT = new OfFloat() {};
    OfDouble JAVA_DOUBLE = new OfDouble() {};

    default VarHandle varHandle() {
        throw new UnsupportedOperationException();
    }

    interface OfByte extends ValueLayout {}

    interface OfShort extends ValueLayout {}

    interface OfChar extends ValueLayout {}

    interface OfInt extends ValueLayout {}

    interface OfLong extends ValueLayout {}

    interface OfFloat extends ValueLayout {}

    interface OfDouble extends ValueLayout {}
}
