package java.lang.foreign;

/** Signatures of the JDK 22 API that jnvm-core calls; compile-time only, never packaged. */
public interface ValueLayout {
    OfByte JAVA_BYTE = new OfByte() {};
    OfShort JAVA_SHORT = new OfShort() {};
    OfInt JAVA_INT = new OfInt() {};
    OfLong JAVA_LONG = new OfLong() {};

    interface OfByte extends ValueLayout {}

    interface OfShort extends ValueLayout {}

    interface OfInt extends ValueLayout {}

    interface OfLong extends ValueLayout {}
}
