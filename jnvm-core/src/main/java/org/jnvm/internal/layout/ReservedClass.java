package org.jnvm.internal.layout;

/**
 * The class ids 1 to 63: what core itself keeps in a heap, and the data types of this project.
 *
 * <p>The layouts of core's own classes, and of strings, which fields can own without {@code jnvm-pdt}, are fixed here;
 * those of the other data types are, like those of programs, written to the class table of each heap that uses them.
 */
public final class ReservedClass {
    /** A class record: one class of the heap's class table. */
    public static final int CLASS_RECORD = 1;
    /** A slot array: 29 references, each changed by one atomic store. */
    public static final int SLOT_ARRAY = 2;
    /** An entry of the root map. */
    public static final int ROOT_ENTRY = 3;
    /** A redo log. */
    public static final int REDO_LOG = 4;
    /** A box of a {@code Long} field: one long at offset 8. */
    public static final int LONG_BOX = 5;
    /** A box of a {@code Double} field: one double at offset 8. */
    public static final int DOUBLE_BOX = 6;
    /** A record of the table of enum constants. */
    public static final int ENUM_RECORD = 7;
    /** {@code PString}, and strings that fields own. */
    public static final int STRING = 8;
    /** A value that a reference owns and that is no string; see {@link ValueLayout}. */
    public static final int VALUE = 9;
    /** {@code PBox}. */
    public static final int BOX = 10;
    /** A segment of a hash table; see {@link TableLayout}. */
    public static final int TABLE_SEGMENT = 11;
    /** References to segments of a hash table. */
    public static final int TABLE_PAGE = 12;
    /** A hash table of several segments. */
    public static final int HASH_TABLE = 13;
    /** A leaf of a B+-tree; see {@link TreeLayout}. */
    public static final int TREE_LEAF = 14;
    /** A node of a B+-tree. */
    public static final int TREE_NODE = 15;
    /** {@code PHashMap}. */
    public static final int HASH_MAP = 16;
    /** {@code PArrayList}. */
    public static final int ARRAY_LIST = 17;
    /** The elements of a {@code PArrayList}. */
    public static final int LIST_ELEMENTS = 18;
    /** {@code PTreeMap}. */
    public static final int TREE_MAP = 32;
    /** {@code PSkipListMap}. */
    public static final int SKIP_LIST_MAP = 33;
    /** {@code PConcurrentHashMap}. */
    public static final int CONCURRENT_HASH_MAP = 34;
    /** {@code PHashSet}. */
    public static final int HASH_SET = 35;
    /** {@code PTreeSet}. */
    public static final int TREE_SET = 36;
    /** {@code PSkipListSet}. */
    public static final int SKIP_LIST_SET = 37;
    /** {@code PConcurrentHashSet}. */
    public static final int CONCURRENT_HASH_SET = 38;
    /** {@code AutoPersistMap}. */
    public static final int AUTO_PERSIST_MAP = 39;
    /** {@code PBooleanArray}. */
    public static final int BOOLEAN_ARRAY = 48;
    /** {@code PByteArray}. */
    public static final int BYTE_ARRAY = 49;
    /** {@code PShortArray}. */
    public static final int SHORT_ARRAY = 50;
    /** {@code PCharArray}. */
    public static final int CHAR_ARRAY = 51;
    /** {@code PIntArray}. */
    public static final int INT_ARRAY = 52;
    /** {@code PLongArray}. */
    public static final int LONG_ARRAY = 53;
    /** {@code PFloatArray}. */
    public static final int FLOAT_ARRAY = 54;
    /** {@code PDoubleArray}. */
    public static final int DOUBLE_ARRAY = 55;
    /** {@code PArray}. */
    public static final int REFERENCE_ARRAY = 56;
    /** {@code PIndexedMap}. */
    public static final int INDEXED_MAP = 57;
    /** An index of a {@code PIndexedMap} or {@code PIndexedSet}. */
    public static final int STORED_INDEX = 58;
    /** A key of an index that is not unique. */
    public static final int INDEX_ENTRY = 59;
    /** {@code PIndexedSet}. */
    public static final int INDEXED_SET = 60;

    // of class records and of records of enum constants
    public static final int RECORD_NEXT_OFFSET = 8;
    public static final int RECORD_ID_OFFSET = 16;
    public static final int RECORD_CHECKSUM_OFFSET = 20;
    public static final int RECORD_LENGTH_OFFSET = 24;
    public static final int RECORD_TEXT_OFFSET = 32;

    public static final int SLOT_ARRAY_NEXT_OFFSET = 8;
    public static final int SLOT_ARRAY_COUNT_OFFSET = 16;
    public static final int SLOT_ARRAY_SLOTS_OFFSET = 24;
    /** References in a slot array. */
    public static final int SLOTS_PER_ARRAY = (BlockLayout.BLOCK_BYTES - SLOT_ARRAY_SLOTS_OFFSET) / 8;

    /** Where a {@code PArrayList} refers to its elements. */
    public static final int LIST_ELEMENTS_OFFSET = 8;

    public static final int ROOT_VALUE_OFFSET = 8;
    public static final int ROOT_LENGTH_OFFSET = 16;
    public static final int ROOT_NAME_OFFSET = 24;

    private static final ClassLayout[] CORE = {
        null,
        ClassLayout.parse("""
                class jnvm.ClassRecord
                version 1
                extends -
                bytes 32
                field jnvm.ClassRecord next Ljnvm.ClassRecord; 8
                field jnvm.ClassRecord id I 16
                field jnvm.ClassRecord checksum I 20
                field jnvm.ClassRecord length J 24
                tail B 32 24"""),
        ClassLayout.parse("""
                class jnvm.SlotArray
                version 1
                extends -
                bytes 24
                field jnvm.SlotArray next Ljnvm.SlotArray; 8
                field jnvm.SlotArray count J 16
                tail L 24 16"""),
        ClassLayout.parse("""
                class jnvm.RootEntry
                version 1
                extends -
                bytes 24
                field jnvm.RootEntry value Lorg.jnvm.PObject; 8
                field jnvm.RootEntry length J 16
                tail B 24 16"""),
        null,
        ClassLayout.parse("""
                class jnvm.LongBox
                version 1
                extends -
                bytes 16
                field jnvm.LongBox value J 8"""),
        ClassLayout.parse("""
                class jnvm.DoubleBox
                version 1
                extends -
                bytes 16
                field jnvm.DoubleBox value D 8"""),
        ClassLayout.parse("""
                class jnvm.EnumRecord
                version 1
                extends -
                bytes 32
                field jnvm.EnumRecord next Ljnvm.EnumRecord; 8
                field jnvm.EnumRecord id I 16
                field jnvm.EnumRecord checksum I 20
                field jnvm.EnumRecord length J 24
                tail B 32 24"""),
        ClassLayout.parse("""
                class org.jnvm.pdt.PString
                version 1
                extends -
                bytes 24
                field org.jnvm.pdt.PString coder B 8
                field org.jnvm.pdt.PString hash I 12
                field org.jnvm.pdt.PString bytes J 16
                tail B 24 16"""),
        ClassLayout.parse("""
                class jnvm.Value
                version 1
                extends -
                bytes 16
                field jnvm.Value bytes J 8
                tail B 16 8"""),
        null,
        ClassLayout.parse("""
                class jnvm.TableSegment
                version 1
                extends -
                bytes 64
                field jnvm.TableSegment lines J 8
                field jnvm.TableSegment next Ljnvm.TableSegment; 16
                tail T 64 8"""),
        ClassLayout.parse("""
                class jnvm.TablePage
                version 1
                extends -
                bytes 16
                field jnvm.TablePage length J 8
                tail L 16 8"""),
        ClassLayout.parse("""
                class jnvm.HashTable
                version 1
                extends -
                bytes 24
                field jnvm.HashTable segments J 8
                field jnvm.HashTable pages J 16
                tail L 24 16"""),
        ClassLayout.parse("""
                class jnvm.TreeLeaf
                version 1
                extends -
                bytes 64
                field jnvm.TreeLeaf places J 8
                field jnvm.TreeLeaf next Ljnvm.TreeLeaf; 16
                tail P 64 8"""),
        ClassLayout.parse("""
                class jnvm.TreeNode
                version 1
                extends -
                bytes 64
                field jnvm.TreeNode children J 8
                tail N 64 8"""),
    };

    /** Class ids from 1 on that {@link #coreLayout} may know. */
    public static final int CORE_IDS = CORE.length;

    private ReservedClass() {}

    /** Tells whether references may own objects of a class. */
    public static boolean isValue(int id) {
        return id == STRING || id == VALUE;
    }

    /**
     * Tells whether objects of a class can be read without a lock by a failure-atomic block that locks what it reads: strings,
     * boxes and keys of indexes, which never change; collections for several threads, whose fields do not tell what is in them;
     * what keeps other blocks away by itself while it is changed.
     *
     * @param id a class id
     */
    public static boolean needsNoReadLock(int id) {
        return id == STRING
                || id == VALUE
                || id == BOX
                || id == SKIP_LIST_MAP
                || id == CONCURRENT_HASH_MAP
                || id == SKIP_LIST_SET
                || id == CONCURRENT_HASH_SET
                || id == INDEXED_MAP
                || id == STORED_INDEX
                || id == INDEX_ENTRY
                || id == INDEXED_SET;
    }

    /**
     * Returns the fixed layout of one of the classes that are in every heap.
     *
     * @param id a class id
     * @return the layout, or null if the class is not one of these
     */
    public static ClassLayout coreLayout(int id) {
        return id < CORE.length ? CORE[id] : null;
    }
}
