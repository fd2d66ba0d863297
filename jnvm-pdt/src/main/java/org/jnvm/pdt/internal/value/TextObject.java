package org.jnvm.pdt.internal.value;

/**
 * What the collections ask of a persistent string; there is one class of these. Each can be compared with any
 * characters, by their UTF-16 units.
 */
@SuppressWarnings("ComparableType") // equals compares with strings, too
public abstract class TextObject extends TailObject implements CharSequence, Comparable<CharSequence> {
    /** For a new object, which is allocated next, or one that is bound next. */
    protected TextObject() {}

    /**
     * Tells whether the characters are those of another sequence.
     *
     * @param other any characters
     * @return whether the content is the same
     */
    public abstract boolean contentEquals(CharSequence other);

    /**
     * Returns some characters for sorting, a byte each, the first one in the highest bits: strings of which they differ,
     * as unsigned numbers, and that agree in the characters before, compare like them. A character above 254 is cut to
     * 255; behind it, and behind the end, are zeros.
     *
     * @param index the first character
     * @param count how many, at most 8
     * @return the characters
     */
    protected abstract long head(int index, int count);
}
