package org.jnvm.pdt;

import java.util.Map;
import java.util.function.Function;
import org.jnvm.spi.Proxy;

/** The volatile classes whose objects refer to nothing that would have to be converted, too. */
final class Leaves {
    private static final Map<Class<?>, Function<Object, Proxy>> MAKERS = Map.ofEntries(
            leaf(String.class, PString::new),
            leaf(Boolean.class, PBox<Boolean>::new),
            leaf(Byte.class, PBox<Byte>::new),
            leaf(Short.class, PBox<Short>::new),
            leaf(Character.class, PBox<Character>::new),
            leaf(Integer.class, PBox<Integer>::new),
            leaf(Long.class, PBox<Long>::new),
            leaf(Float.class, PBox<Float>::new),
            leaf(Double.class, PBox<Double>::new),
            leaf(boolean[].class, PBooleanArray::new),
            leaf(byte[].class, PByteArray::new),
            leaf(short[].class, PShortArray::new),
            leaf(char[].class, PCharArray::new),
            leaf(int[].class, PIntArray::new),
            leaf(long[].class, PLongArray::new),
            leaf(float[].class, PFloatArray::new),
            leaf(double[].class, PDoubleArray::new));

    private Leaves() {}

    private static <T> Map.Entry<Class<?>, Function<Object, Proxy>> leaf(Class<T> type, Function<T, Proxy> maker) {
        return Map.entry(type, object -> maker.apply(type.cast(object)));
    }

    /** Makes the counterpart of an object in the current heap; returns null if the object is of no such class. */
    static Proxy counterpart(Object object) {
        Function<Object, Proxy> maker = MAKERS.get(object.getClass());
        return maker == null ? null : maker.apply(object);
    }
}
