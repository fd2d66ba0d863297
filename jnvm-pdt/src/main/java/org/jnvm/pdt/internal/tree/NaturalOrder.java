package org.jnvm.pdt.internal.tree;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Comparator;
import java.util.UUID;
import org.jnvm.pdt.internal.secondary.IndexBound;
import org.jnvm.pdt.internal.secondary.IndexEntry;
import org.jnvm.pdt.internal.secondary.Position;
import org.jnvm.pdt.internal.value.BoxObject;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The natural order of keys, and the units by which most are told apart: of strings their characters, of boxes, times and UUIDs the bytes of one or two
 * numbers that have the order of the values; of entries of an index those of their index key, which they are sorted by first.
 */
final class NaturalOrder extends KeyOrder {
    /** There is one. */
    static final NaturalOrder ORDER = new NaturalOrder();

    /** No units. */
    static final int NONE = 0;

    private static final int TEXT = 1;

    private NaturalOrder() {}

    /** Returns the kind of a key; see {@link org.jnvm.runtime.TreeSlots}. */
    static int kind(Object key) {
        if (key instanceof String || Values.isText(key)) {
            return TEXT;
        }
        if (isPlace(key)) {
            return kind(((Position) key).key());
        }
        return kindOfBoxed(key instanceof BoxObject box ? box.value() : key);
    }

    /** Tells whether a key is an entry of an index, or what one is looked for by; asks for the classes, which takes less time. */
    private static boolean isPlace(Object key) {
        return key instanceof IndexEntry || key instanceof IndexBound;
    }

    @Override
    int compare(Object left, Object right) {
        return Values.compare(left, right);
    }

    @Override
    void require(Object key) {
        if (kind(key) == NONE) {
            Values.compare(key, key);
        }
    }

    private static int kindOfBoxed(Object value) {
        if (value instanceof Long) {
            return 2;
        } else if (value instanceof Integer) {
            return 3;
        } else if (value instanceof Double) {
            return 4;
        } else if (value instanceof Short) {
            return 5;
        } else if (value instanceof Byte) {
            return 6;
        } else if (value instanceof Character) {
            return 7;
        } else if (value instanceof Float) {
            return 8;
        } else if (value instanceof Boolean) {
            return 9;
        } else if (value instanceof LocalDate) {
            return 10;
        } else if (value instanceof LocalTime) {
            return 11;
        } else if (value instanceof LocalDateTime) {
            return 12;
        } else if (value instanceof Instant) {
            return 13;
        } else if (value instanceof Duration) {
            return 14;
        } else if (value instanceof UUID) {
            return 15;
        }
        return NONE;
    }

    /** Returns eight units of a key. */
    static long units(Object key, int from) {
        if (key instanceof String text) {
            return units(text, from);
        }
        if (Values.isText(key)) {
            return Values.head(key, from, Long.BYTES);
        }
        if (isPlace(key)) {
            return units(((Position) key).key(), from);
        }
        Object value = key instanceof BoxObject box ? box.value() : key;
        if (from == 0) {
            return ordered(value);
        } else if (from < Long.BYTES) {
            return ordered(value) << Byte.SIZE * from | orderedNext(value) >>> Long.SIZE - Byte.SIZE * from;
        }
        return from < 2 * Long.BYTES ? orderedNext(value) << Byte.SIZE * (from - Long.BYTES) : 0;
    }

    private static long units(String text, int from) {
        int end = Math.min(text.length(), from + Long.BYTES);
        long units = 0;
        int shift = Long.SIZE;
        for (int i = from; i < end; i++) {
            int unit = Math.min(text.charAt(i), 0xFF);
            shift -= Byte.SIZE;
            units |= (long) unit << shift;
            if (unit == 0xFF) {
                break;
            }
        }
        return units;
    }

    /** Returns a number that has the order of a value, if it is looked at without a sign. */
    private static long ordered(Object value) {
        if (value instanceof Long number) {
            return number ^ Long.MIN_VALUE;
        } else if (value instanceof Integer number) {
            return (long) (number ^ Integer.MIN_VALUE) << Integer.SIZE;
        } else if (value instanceof Double number) {
            long bits = Double.doubleToLongBits(number);
            return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
        } else if (value instanceof Short number) {
            return (long) number << Long.SIZE - Short.SIZE ^ Long.MIN_VALUE;
        } else if (value instanceof Byte number) {
            return (long) number << Long.SIZE - Byte.SIZE ^ Long.MIN_VALUE;
        } else if (value instanceof Character character) {
            return (long) character << Long.SIZE - Character.SIZE;
        } else if (value instanceof Float number) {
            int bits = Float.floatToIntBits(number);
            return (long) (bits < 0 ? ~bits : bits ^ Integer.MIN_VALUE) << Integer.SIZE;
        }
        return value instanceof Boolean bool ? bool ? 1L << Long.SIZE - Byte.SIZE : 0 : orderedTime(value);
    }

    private static long orderedTime(Object value) {
        if (value instanceof LocalDate date) {
            return date.toEpochDay() ^ Long.MIN_VALUE;
        } else if (value instanceof LocalTime time) {
            return time.toNanoOfDay();
        } else if (value instanceof LocalDateTime time) {
            return time.toLocalDate().toEpochDay() ^ Long.MIN_VALUE;
        } else if (value instanceof Instant instant) {
            return instant.getEpochSecond() ^ Long.MIN_VALUE;
        } else if (value instanceof Duration duration) {
            return duration.getSeconds() ^ Long.MIN_VALUE;
        }
        return ((UUID) value).getMostSignificantBits() ^ Long.MIN_VALUE;
    }

    /** Returns a number that has the order of values of which the first one is the same. */
    private static long orderedNext(Object value) {
        if (value instanceof LocalDateTime time) {
            return time.toLocalTime().toNanoOfDay();
        } else if (value instanceof Instant instant) {
            return instant.getNano();
        } else if (value instanceof Duration duration) {
            return duration.getNano();
        }
        return value instanceof UUID id ? id.getLeastSignificantBits() ^ Long.MIN_VALUE : 0;
    }

    @Override
    Object lasting(Object key) {
        return Values.lasting(key);
    }

    @Override
    boolean isLasting(Object key) {
        return !(key instanceof Proxy) && !isPlace(key)
                || kind(key) != NONE
                        && (!isPlace(key) || kind(((Position) key).primary()) != NONE); // it has a copy of both
    }

    @Override
    @Nullable
    Comparator<Object> comparator() {
        return null;
    }
}
