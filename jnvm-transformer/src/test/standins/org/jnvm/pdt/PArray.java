package org.jnvm.pdt;

import java.util.Objects;

/** What the untransformed corpus uses in place of a persistent array of references. */
public final class PArray<T> {
    private final Object[] elements;

    public PArray(int length) {
        elements = new Object[length];
    }

    public PArray(T[] elements) {
        this.elements = elements.clone();
    }

    public int length() {
        return elements.length;
    }

    @SuppressWarnings("unchecked")
    public T get(int index) {
        return (T) elements[Objects.checkIndex(index, elements.length)];
    }

    public void set(int index, T element) {
        elements[Objects.checkIndex(index, elements.length)] = element;
    }
}
