package org.jnvm.pdt;

import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jnvm.pdt.internal.value.TextObject;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * An immutable persistent string.
 *
 * <p>Two persistent strings are equal iff they have the same content, whatever heaps they are in; the hash code is that
 * of the {@link String}. A {@code PString} never equals a {@code String}, as that could not be symmetric; use {@link
 * #contentEquals}. The collections of this package find a {@code PString} by an equal {@code String}. It compares with
 * any characters, in the order of {@link String#compareTo}; the other way round, {@code String} compares with no other
 * class: {@link #ORDER} takes both on either side.
 *
 * <p>Stored as Latin-1 where all characters are below 256, else as UTF-8; a string with unpaired surrogates, which
 * UTF-8 cannot hold, as UTF-16. Up to 96 encoded bytes are packed: several strings share a block.
 *
 * <p>Safe for use by several threads. Durability: durable once something durable refers to it; what stores such a
 * reference makes the string valid first. After it was freed every method that needs the content throws {@link
 * org.jnvm.StaleObjectException}.
 */
@SuppressWarnings("exports") // the class that it extends has nothing for programs
public final class PString extends TextObject {
    /**
     * The natural order of strings, persistent or not, alone or mixed: that of {@link String#compareTo}. For sorted
     * collections of {@code java.util} whose elements or keys are persistent strings, and which are asked for {@code
     * String}s.
     */
    public static final Comparator<CharSequence> ORDER = PString::compare;

    private static final int RESERVED_ID = 8;
    private static final int CODER = 8;
    private static final int HASH = 12;
    private static final int BYTES = 16;
    private static final int TAIL = 24;

    private static final int LATIN1 = 0;
    private static final int UTF8 = 1;
    private static final int UTF16 = 2;

    private static final boolean BIG_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PString.class, """
            class org.jnvm.pdt.PString
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.PString coder B 8
            field org.jnvm.pdt.PString hash I 12
            field org.jnvm.pdt.PString bytes J 16
            tail B 24 16""", PString::new, RESERVED_ID);

    /** How far accesses may go, whatever another thread puts where the string was. */
    private final int bytes;
    /** Length in UTF-16 units of a UTF-8 string, once somebody asked; -1 before. */
    private int units = -1;
    /** Where the last {@link #charAt} of a UTF-8 string ended, so that a loop over the characters takes linear time. */
    private @Nullable Mark mark;

    /**
     * Makes a persistent copy of a string, in the current heap.
     *
     * @param text any string
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PString(String text) {
        Allocation.allocateString(this, text);
        bytes = (int) region.getLong(pointer, BYTES);
    }

    /**
     * Makes a persistent copy of a character sequence, in the current heap.
     *
     * @param text any characters; also a {@code PString} of another heap
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PString(CharSequence text) {
        this(text.toString());
    }

    private PString(Region region, long ref, long @Nullable [] blocks) {
        $jnvm$bind(region, ref, blocks);
        long stored = region.getLong(pointer, BYTES);
        if (stored < 0
                || stored > Integer.MAX_VALUE
                || !TailAccess.reaches(this, TailAccess.bytesWithTail(TAIL, 1, stored) - 1)) {
            throw FieldAccess.damaged(this, "string has an impossible length", "bytes=" + stored);
        }
        bytes = (int) stored;
    }

    // ---- the stored form ----

    private int coder() {
        int coder = region.getByte(pointer, CODER);
        if (coder < LATIN1 || coder > UTF16) {
            throw FieldAccess.damaged(this, "string has an unknown coder", "coder=" + coder);
        }
        return coder;
    }

    /** Returns the length of the encoded text, which has not changed since the proxy was made, as strings never do. */
    private int bytes() {
        long stored = region.getLong(pointer, BYTES);
        if (stored != bytes) {
            throw FieldAccess.damaged(this, "string has changed its length", "bytes=" + stored + ", before=" + bytes);
        }
        return bytes;
    }

    /** Returns eight encoded bytes, the first in the lowest bits; beyond the end anything. */
    private long word(int index) {
        long word = region.getLongAt(TailAccess.elementOffset(this, TAIL, 8, index));
        return BIG_ENDIAN ? Long.reverseBytes(word) : word;
    }

    /**
     * A position between two characters.
     *
     * @param unit the index of the next character
     * @param next the index of the next encoded byte
     * @param low the second half of a surrogate pair whose first half was read, or 0
     */
    private record Mark(int unit, int next, char low) {}

    /** Reads the characters in order, without decoding the string as a whole. */
    private static final class Units implements PrimitiveIterator.OfInt {
        private final PString string;
        private final int coder;
        private final int end;
        private int unit;
        private int next;
        private char low;
        private long word;
        private int loaded = -1;

        private Units(PString string) {
            this.string = string;
            this.coder = string.coder();
            this.end = string.bytes();
        }

        private Units(PString string, Mark mark) {
            this(string);
            unit = mark.unit();
            next = mark.next();
            low = mark.low();
        }

        @Override
        public boolean hasNext() {
            return next < end || low != 0;
        }

        @Override
        public int nextInt() {
            if (!hasNext()) {
                throw new NoSuchElementException("string ends after " + unit + " characters");
            }
            return nextChar();
        }

        private int nextByte() {
            int index = next >>> 3;
            if (index != loaded) {
                word = string.word(index);
                loaded = index;
            }
            return (int) (word >>> (next++ << 3)) & 0xFF;
        }

        private char nextChar() {
            unit++;
            if (low != 0) {
                char second = low;
                low = 0;
                return second;
            }
            int first = nextByte();
            if (coder == LATIN1 || coder == UTF8 && first < 0x80) {
                return (char) first;
            }
            int second = nextByte();
            if (coder == UTF16) {
                return (char) (second << 8 | first);
            }
            if (first < 0xE0) {
                return (char) ((first & 0x1F) << 6 | second & 0x3F);
            }
            int third = nextByte();
            if (first < 0xF0) {
                return (char) ((first & 0x0F) << 12 | (second & 0x3F) << 6 | third & 0x3F);
            }
            int point = (first & 0x07) << 18 | (second & 0x3F) << 12 | (third & 0x3F) << 6 | nextByte() & 0x3F;
            low = Character.lowSurrogate(point);
            return Character.highSurrogate(point);
        }

        private Mark mark() {
            return new Mark(unit, next, low);
        }
    }

    // ---- CharSequence ----

    @Override
    public int length() {
        int coder = coder();
        if (coder != UTF8) {
            return bytes() >> coder / UTF16;
        }
        int known = units;
        if (known < 0) {
            Units rest = new Units(this);
            while (rest.hasNext()) {
                rest.nextChar();
            }
            known = rest.unit;
            units = known;
        }
        return known;
    }

    @Override
    public boolean isEmpty() {
        return bytes() == 0;
    }

    /**
     * {@inheritDoc}
     *
     * <p>In a string with characters above 255 it takes constant time only from one character to one soon behind it; to
     * jump about, use {@link #toString()}.
     */
    @Override
    public char charAt(int index) {
        if (index < 0 || index >= length()) {
            throw new StringIndexOutOfBoundsException("index=" + index + ", length=" + length());
        }
        Units from = from(index);
        char found = from.nextChar();
        if (from.coder == UTF8) {
            mark = from.mark();
        }
        return found;
    }

    /** Returns the characters from an index on, which is not behind the end. */
    private Units from(int index) {
        int coder = coder();
        if (coder != UTF8) {
            return new Units(this, new Mark(index, index << coder / UTF16, (char) 0));
        }
        Mark last = mark;
        Units from = last == null || last.unit() > index ? new Units(this) : new Units(this, last);
        while (from.unit < index) {
            from.nextChar();
        }
        return from;
    }

    /**
     * Returns a part of the string, as a {@code String}; decodes only that, and in a string with characters above 255 what
     * stands before it.
     */
    @Override
    public CharSequence subSequence(int start, int end) {
        Objects.checkFromToIndex(start, end, length());
        Units from = from(start);
        char[] part = new char[end - start];
        for (int i = 0; i < part.length; i++) {
            part[i] = from.nextChar();
        }
        return new String(part);
    }

    /** {@inheritDoc} Decodes as it goes. */
    @Override
    public IntStream chars() {
        return StreamSupport.intStream(
                () -> Spliterators.spliterator(new Units(this), length(), Spliterator.ORDERED | Spliterator.IMMUTABLE),
                Spliterator.ORDERED | Spliterator.IMMUTABLE | Spliterator.SIZED | Spliterator.SUBSIZED,
                false);
    }

    @Override
    public IntStream codePoints() {
        return toString().codePoints();
    }

    /** Returns the content as a {@code String}. */
    @Override
    public String toString() {
        return FieldAccess.readString(this);
    }

    // ---- comparison ----

    /**
     * Tells whether the characters are those of another sequence. Decodes nothing.
     *
     * @param other any characters
     * @return whether the content is the same
     */
    @Override
    public boolean contentEquals(CharSequence other) {
        if (other instanceof PString string) {
            return equals(string);
        }
        int length = other.length();
        if (coder() == UTF8 ? length > bytes() : length != length()) {
            return false;
        }
        Units mine = new Units(this);
        for (int i = 0; i < length; i++) {
            if (!mine.hasNext() || mine.nextChar() != other.charAt(i)) {
                return false;
            }
        }
        return !mine.hasNext();
    }

    /**
     * Orders as {@link String#compareTo} does: by UTF-16 units.
     *
     * @param other any characters; 0 does not mean that {@link #equals} holds if it is no {@code PString}
     */
    @Override
    public int compareTo(CharSequence other) {
        if (!(other instanceof PString that)) {
            return -compare(other, this);
        }
        if (this == that) {
            return 0;
        }
        if (coder() == LATIN1 && that.coder() == LATIN1) {
            return compareLatin1(that);
        }
        Units mine = new Units(this);
        Units others = new Units(that);
        while (mine.hasNext() && others.hasNext()) {
            int difference = mine.nextChar() - others.nextChar();
            if (difference != 0) {
                return difference;
            }
        }
        return Boolean.compare(mine.hasNext(), others.hasNext());
    }

    @Override
    protected long head(int index, int count) {
        if (index >= length()) {
            return 0;
        }
        Units from = from(index);
        long head = 0;
        int shift = Long.SIZE;
        for (int unit = 0; shift > Long.SIZE - count * Byte.SIZE && unit < 0xFF && from.hasNext(); ) {
            unit = Math.min(from.nextChar(), 0xFF);
            shift -= Byte.SIZE;
            head |= (long) unit << shift;
        }
        return head;
    }

    /** Compares eight characters at a time. */
    private int compareLatin1(PString that) {
        int common = Math.min(bytes(), that.bytes());
        for (int i = 0; i << 3 < common; i++) {
            long mine = word(i);
            long others = that.word(i);
            if (mine != others) {
                int bit = Long.numberOfTrailingZeros(mine ^ others) & -8;
                if ((i << 3) + (bit >>> 3) < common) {
                    return (int) (mine >>> bit & 0xFF) - (int) (others >>> bit & 0xFF);
                }
            }
        }
        return bytes() - that.bytes();
    }

    private static int compare(CharSequence one, CharSequence other) {
        if (one instanceof PString string) {
            return string.compareTo(other);
        }
        if (!(other instanceof PString string)) {
            return CharSequence.compare(one, other);
        }
        Units others = new Units(string);
        int length = one.length();
        for (int i = 0; i < length; i++) {
            if (!others.hasNext()) {
                return 1;
            }
            int difference = one.charAt(i) - others.nextChar();
            if (difference != 0) {
                return difference;
            }
        }
        return others.hasNext() ? -1 : 0;
    }

    /** Tells whether the other object is a {@code PString}, of any heap, with the same content. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof PString that)
                || hashCode() != that.hashCode()
                || bytes() != that.bytes()
                || coder() != that.coder()) {
            return false;
        }
        if ($jnvm$region() == that.$jnvm$region() && $jnvm$ref() == that.$jnvm$ref()) {
            return true;
        }
        int whole = bytes() >>> 3;
        for (int i = 0; i < whole; i++) {
            if (word(i) != that.word(i)) {
                return false;
            }
        }
        int rest = bytes() & 7;
        return rest == 0 || (word(whole) ^ that.word(whole)) << (8 - rest << 3) == 0;
    }

    /** Returns the hash code of the {@code String}; it is stored, so nothing is decoded. */
    @Override
    public int hashCode() {
        return region.getInt(pointer, HASH);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
