package java.lang.foreign;

/** Signatures of the JDK 22 API that jnvm-core calls; compile-time only, never packaged. */
public interface Arena {
    static Arena ofAuto() {
        throw new UnsupportedOperationException();
    }
}
