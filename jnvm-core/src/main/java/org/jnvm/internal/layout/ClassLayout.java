package org.jnvm.internal.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The layout of a persistent class, and its text form, which stands in the class table of a heap.
 *
 * <p>The text is one statement a line, words separated by single spaces:
 *
 * <pre>
 * class org.example.Simple          binary name
 * version 1                         layout version
 * extends -                         nearest persistent superclass, or -
 * bytes 32                          object bytes of the fixed part: first offset after the last field
 * field org.example.Simple msg Lorg.jnvm.pdt.PString; 8
 * field org.example.Simple x I 16   declaring class, name, type, object offset
 * field org.example.Simple n J 24
 * tail B 32 24                      optional: element type, offset of element 0, offset of the element count (a long)
 * canonical                         optional: at most one live proxy for each object
 * recover                           optional: recover() is overridden
 * formerly org.example.Simpleton    optional, any number: a name that the class had
 * </pre>
 *
 * <p>Types are the descriptors of the JVM, with dots in class names: {@code Z B S C I J F D Lname;}. In a tail, a
 * reference is {@code L}. {@code Ljava.lang.String;}, {@code Ljava.lang.Long;} and {@code Ljava.lang.Double;} are
 * references to a string or box that the field owns. {@code Oname;} is a reference to an object or a value, which it owns. {@code Vname;} is a box of up to 32 bits, held in the field as
 * {@link ValueLayout} says, {@code Ename;} an enum constant by its id in the heap's table of constants. Object offsets count the 8-byte header of each 256-byte block: see {@link BlockLayout}.
 * Fields of persistent superclasses come first. {@code canonical}, {@code recover} and {@code formerly} say what the
 * program does, not how bytes lie, and {@code version} counts the layouts that a class had in one heap: none of them takes
 * part in the comparison of layouts.
 */
public final class ClassLayout {
    /**
     * A persistent field.
     *
     * @param declaringClass the class that declares it
     * @param name its name
     * @param type its type
     * @param offset its object offset, in bytes
     */
    public record Field(String declaringClass, String name, String type, int offset) {
        /** Refuses a field without a type, which a damaged text can have. */
        public Field {
            if (type.isEmpty()) {
                throw new IllegalArgumentException("field without a type: field=" + name);
            }
        }

        /** Tells whether the field holds a reference word. */
        public boolean isReference() {
            return type.charAt(0) == 'L' || mayOwn();
        }

        /** Tells whether the field holds a reference word that may own a value; see {@link Reference#isOwner}. */
        public boolean mayOwn() {
            return type.charAt(0) == 'O';
        }

        /** Tells whether the field refers to a value of its own, which lives and is freed with it. */
        public boolean isOwned() {
            return ValueLayout.isOwnedType(type);
        }
    }

    /**
     * A variable-length part at the end of an object.
     *
     * @param type the element type: one of {@code Z B S C I J F D L}, or {@code T} for lines of a hash table, see {@link
     *     TableLayout}; {@code P} for places of a leaf, {@code N} for children of a node, see {@link TreeLayout}
     * @param offset the object offset of element 0, in bytes
     * @param lengthOffset the object offset of a long that holds the number of elements
     */
    public record Tail(char type, int offset, int lengthOffset) {
        /** Returns the size of one element in bytes. */
        public int elementBytes() {
            return bytesOf(type);
        }

        /** Tells whether there are references in it. */
        public boolean hasReferences() {
            return type == 'L' || type == 'N' || type == 'P' || type == 'T';
        }

        /** Returns how many words there are in so many elements, if there are references among them. */
        public long words(long length) {
            return switch (type) {
                case 'T' -> length << TableLayout.LINE_SHIFT - 3;
                case 'P' -> length << 1;
                default -> length;
            };
        }

        /** Tells whether a word is a reference, if there are any. */
        public boolean isReference(long word) {
            return type != 'T' || TableLayout.isReference((int) word & (1 << TableLayout.LINE_SHIFT - 3) - 1);
        }
    }

    /** The type of the reference to the hash table of a map or set: a segment, or a table of several. */
    private static final String TABLE_TYPE = "Ljnvm.Table;";
    /** The type of the reference to the B+-tree of a sorted map or set: a leaf or a node. */
    private static final String TREE_TYPE = "Ljnvm.Tree;";
    /** The type of the reference to the comparator of a sorted map or set: its name, which is the collection's own, or the program's object. */
    private static final String COMPARATOR_TYPE = "Ljnvm.Comparator;";

    /** References of any fields. */
    private static final int ANY = 0;
    /** Those to values that fields own. */
    private static final int OWNED = 1;
    /** Those that may own a value. */
    private static final int OWNER = 2;

    private static final String ELEMENT_TYPES = "ZBSCIJFDLNPT";
    private static final String TYPES = ELEMENT_TYPES + "VEO";

    private final String className;
    private final int version;
    private final String superName;
    private final int bytes;
    private final List<Field> fields;
    private final Tail tail;
    private final boolean canonical;
    private final boolean overridesRecover;
    private final List<String> formerNames;
    private final int[] referenceOffsets;
    private final boolean leaf;
    private final int[] ownedOffsets;
    private final int[] ownerOffsets;
    private final Field[] valueFields;
    private final int tableOffset;
    private final int treeOffset;
    private final int comparatorOffset;
    private final boolean oneBlock;
    private final String comparable;

    private ClassLayout(
            String className,
            int version,
            String superName,
            int bytes,
            List<Field> fields,
            Tail tail,
            boolean canonical,
            boolean overridesRecover,
            List<String> formerNames) {
        this.className = className;
        this.version = version;
        this.superName = superName;
        this.bytes = bytes;
        this.fields = List.copyOf(fields);
        this.tail = tail;
        this.canonical = canonical;
        this.overridesRecover = overridesRecover;
        this.formerNames = List.copyOf(formerNames);
        this.referenceOffsets = offsets(fields, ANY);
        this.leaf = referenceOffsets.length == 0 && (tail == null || !tail.hasReferences());
        this.ownedOffsets = offsets(fields, OWNED);
        this.ownerOffsets = offsets(fields, OWNER);
        this.valueFields = valueFields(fields);
        this.tableOffset = offsetOf(fields, TABLE_TYPE);
        this.treeOffset = offsetOf(fields, TREE_TYPE);
        this.comparatorOffset = offsetOf(fields, COMPARATOR_TYPE);
        this.oneBlock = tail == null
                && ownedOffsets.length == 0
                && ownerOffsets.length == 0
                && bytes <= BlockLayout.BLOCK_BYTES;
        this.comparable = text(0, false);
    }

    private static int offsetOf(List<Field> fields, String type) {
        for (Field field : fields) {
            if (field.type().equals(type)) {
                return field.offset();
            }
        }
        return 0;
    }

    private static Field[] valueFields(List<Field> fields) {
        List<Field> found = new ArrayList<>();
        for (Field field : fields) {
            if (field.isOwned() || ValueLayout.isEnumType(field.type())) {
                found.add(field);
            }
        }
        return found.toArray(new Field[0]);
    }

    /** Returns where the references of some fields are. */
    private static int[] offsets(List<Field> fields, int which) {
        int[] offsets = new int[fields.size()];
        int count = 0;
        for (Field field : fields) {
            // no predicate: the first lambda takes a JVM's first open some 10 ms
            boolean wanted = which == ANY ? field.isReference() : which == OWNED ? field.isOwned() : field.mayOwn();
            if (wanted) {
                offsets[count++] = field.offset();
            }
        }
        return Arrays.copyOf(offsets, count);
    }

    /**
     * Returns the size of a value of a field or element type.
     *
     * @param type a type descriptor's first character
     * @return 1, 2, 4 or 8
     */
    public static int bytesOf(char type) {
        return switch (type) {
            case 'Z', 'B' -> 1;
            case 'S', 'C' -> 2;
            case 'I', 'F', 'E' -> 4;
            case 'J', 'D', 'L', 'O', 'V' -> 8;
            case 'T' -> TableLayout.LINE_BYTES;
            case 'N' -> TreeLayout.CHILD_BYTES;
            case 'P' -> TreeLayout.PLACE_BYTES;
            default -> throw new IllegalArgumentException("not a field type: type=" + type);
        };
    }

    /**
     * Parses the text form and checks that the layout is possible: offsets in order, aligned, within blocks.
     *
     * @param text the text form
     * @return the layout
     * @throws IllegalArgumentException if the text is malformed, with the offending line
     */
    public static ClassLayout parse(String text) {
        String className = null;
        int version = -1;
        String superName = null;
        int bytes = -1;
        List<Field> fields = new ArrayList<>();
        Tail tail = null;
        boolean canonical = false;
        boolean recover = false;
        List<String> formerNames = new ArrayList<>();
        for (String line : text.split("\n")) {
            String[] words = line.split(" ");
            try {
                switch (words[0]) {
                    case "class" -> className = words[1];
                    case "version" -> version = Integer.parseInt(words[1]);
                    case "extends" -> superName = words[1].equals("-") ? null : words[1];
                    case "bytes" -> bytes = Integer.parseInt(words[1]);
                    case "field" -> fields.add(new Field(words[1], words[2], words[3], Integer.parseInt(words[4])));
                    case "tail" ->
                        tail = new Tail(words[1].charAt(0), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                    case "canonical" -> canonical = true;
                    case "recover" -> recover = true;
                    case "formerly" -> formerNames.add(words[1]);
                    default -> throw new IllegalArgumentException("unknown statement");
                }
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("malformed class layout: line=\"" + line + "\"", e);
            }
        }
        if (className == null || version < 0 || bytes < BlockLayout.PAYLOAD_OFFSET) {
            throw new IllegalArgumentException("incomplete class layout: text=\"" + text + "\"");
        }
        ClassLayout layout =
                new ClassLayout(className, version, superName, bytes, fields, tail, canonical, recover, formerNames);
        layout.check();
        return layout;
    }

    private void check() {
        int end = BlockLayout.PAYLOAD_OFFSET;
        for (Field field : fields) {
            checkPlace(field.name(), field.type().charAt(0), field.offset());
            checkValueType(field);
            if (field.offset() < end) {
                throw new IllegalArgumentException("overlapping fields: class=" + className + ", field=" + field.name()
                        + ", offset=" + field.offset() + ", free from=" + end);
            }
            end = field.offset() + bytesOf(field.type().charAt(0));
        }
        if (end > bytes) {
            throw new IllegalArgumentException(
                    "fields exceed the object: class=" + className + ", bytes=" + bytes + ", last field ends=" + end);
        }
        if (tail != null) {
            checkPlace("tail", tail.type(), tail.offset());
            checkPlace("tail length", 'J', tail.lengthOffset());
            if (tail.offset() >= BlockLayout.BLOCK_BYTES || tail.lengthOffset() >= tail.offset()) {
                throw new IllegalArgumentException("tail outside the master block: class=" + className);
            }
            if (bytes > tail.offset()) {
                throw new IllegalArgumentException("fixed part reaches into the tail: class=" + className + ", bytes="
                        + bytes + ", tail=" + tail.offset());
            }
            if (ELEMENT_TYPES.indexOf(tail.type()) < 0) {
                throw new IllegalArgumentException("impossible tail: class=" + className + ", type=" + tail.type());
            }
        }
    }

    private void checkValueType(Field field) {
        String type = field.type();
        boolean possible = switch (type.charAt(0)) {
            case 'V' -> ValueLayout.isBoxWordType(type);
            case 'E', 'O' -> type.length() > 2 && type.endsWith(";");
            default -> true;
        };
        if (!possible) {
            throw new IllegalArgumentException(
                    "unknown value type: class=" + className + ", field=" + field.name() + ", type=" + type);
        }
    }

    private void checkPlace(String name, char type, int offset) {
        int size = TYPES.indexOf(type) < 0 ? 0 : bytesOf(type);
        if (size == 0 || offset % Integer.lowestOneBit(size) != 0 || offset < BlockLayout.PAYLOAD_OFFSET) {
            throw new IllegalArgumentException("impossible field: class=" + className + ", field=" + name + ", type="
                    + type + ", offset=" + offset);
        }
    }

    private String text(int shownVersion, boolean withFlags) {
        StringBuilder out = new StringBuilder();
        out.append("class ").append(className);
        out.append("\nversion ").append(shownVersion);
        out.append("\nextends ").append(superName == null ? "-" : superName);
        out.append("\nbytes ").append(bytes);
        for (Field f : fields) {
            out.append("\nfield ").append(f.declaringClass()).append(' ').append(f.name());
            out.append(' ').append(f.type()).append(' ').append(f.offset());
        }
        if (tail != null) {
            out.append("\ntail ").append(tail.type()).append(' ').append(tail.offset());
            out.append(' ').append(tail.lengthOffset());
        }
        if (withFlags && canonical) {
            out.append("\ncanonical");
        }
        if (withFlags && overridesRecover) {
            out.append("\nrecover");
        }
        if (withFlags) {
            formerNames.forEach(name -> out.append("\nformerly ").append(name));
        }
        return out.toString();
    }

    /** Returns the text form, flags included. */
    public String text() {
        return text(version, true);
    }

    /** Returns the text form with another layout version. */
    public String textOfVersion(int other) {
        return text(other, true);
    }

    /** Tells whether objects written under {@code other} are laid out as under this layout. */
    public boolean sameBytes(ClassLayout other) {
        return comparable.equals(other.comparable);
    }

    /** Returns the binary name of the class. */
    public String className() {
        return className;
    }

    /** Returns the layout version, from 1. */
    public int version() {
        return version;
    }

    /** Returns the nearest persistent superclass, or null. */
    public String superName() {
        return superName;
    }

    /** Returns the object bytes of the fixed part, the header included. */
    public int bytes() {
        return bytes;
    }

    /** Returns the fields, superclasses' first, in order of offset. */
    public List<Field> fields() {
        return fields;
    }

    /** Returns the variable part, or null. */
    public Tail tail() {
        return tail;
    }

    /** Tells whether there is at most one live proxy for each object of the class. */
    public boolean canonical() {
        return canonical;
    }

    /** Tells whether the class overrides {@code recover()}. */
    public boolean overridesRecover() {
        return overridesRecover;
    }

    /** Returns the names that the class had. */
    public List<String> formerNames() {
        return formerNames;
    }

    /** Returns the object offsets of the references to values that fields own. The caller must not change the array. */
    public int[] ownedOffsets() {
        return ownedOffsets;
    }

    /** Returns the object offsets of the references that may own a value. The caller must not change the array. */
    public int[] ownerOffsets() {
        return ownerOffsets;
    }

    /** Returns the object offset of the reference to the hash table of a map or set, 0 if it is none. */
    public int tableOffset() {
        return tableOffset;
    }

    /** Returns the fields that own a value, and those of enum constants. The caller must not change the array. */
    public Field[] valueFields() {
        return valueFields;
    }

    /** Returns where the reference to the B+-tree of a sorted map or set is, 0 if the class has none. */
    public int treeOffset() {
        return treeOffset;
    }

    /** Returns where the reference to the comparator of a sorted map or set is, 0 if the class has none. */
    public int comparatorOffset() {
        return comparatorOffset;
    }

    /** Tells whether its fields are all of an object: in one block, of one length, and owning nothing outside. */
    public boolean isOneBlock() {
        return oneBlock;
    }

    /** Returns the object offsets of the reference fields. The caller must not change the array. */
    public int[] referenceOffsets() {
        return referenceOffsets;
    }

    /** Tells whether objects of the class lead to no others. */
    public boolean isLeaf() {
        return leaf;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClassLayout that && text().equals(that.text());
    }

    @Override
    public int hashCode() {
        return Objects.hash(className, bytes);
    }

    @Override
    public String toString() {
        return text();
    }
}
