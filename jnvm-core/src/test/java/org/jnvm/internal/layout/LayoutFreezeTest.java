package org.jnvm.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The format, as literals; that of the redo log is frozen beside its code. A test here that fails means that heaps of
 * programs that run today would be misread: see the history in {@code docs/FORMAT.md} for what is to be done.
 */
class LayoutFreezeTest {
    @Test
    void superblock() {
        assertThat(SuperblockLayout.FORMAT_VERSION).isEqualTo(1);
        byte[] magic = new byte[8];
        for (int i = 0; i < 8; i++) {
            magic[i] = (byte) (SuperblockLayout.MAGIC >>> 8 * i);
        }
        assertThat(new String(magic, StandardCharsets.US_ASCII)).isEqualTo("JNVMHEAP");
        assertThat(SuperblockLayout.MAGIC_OFFSET).isEqualTo(0);
        assertThat(SuperblockLayout.VERSION_OFFSET).isEqualTo(8);
        assertThat(SuperblockLayout.BLOCK_BYTES_OFFSET).isEqualTo(12);
        assertThat(SuperblockLayout.HEAP_ID_OFFSET).isEqualTo(16);
        assertThat(SuperblockLayout.SEQUENCE_OFFSET).isEqualTo(32);
        assertThat(SuperblockLayout.FIRST_CHUNK_OFFSET).isEqualTo(40);
        assertThat(SuperblockLayout.FILE_BYTES_OFFSET).isEqualTo(48);
        assertThat(SuperblockLayout.MAX_BYTES_OFFSET).isEqualTo(56);
        assertThat(SuperblockLayout.BOOT_ID_OFFSET).isEqualTo(64);
        assertThat(SuperblockLayout.WRITER_OFFSET).isEqualTo(80);
        assertThat(SuperblockLayout.CLEAN_OFFSET).isEqualTo(88);
        assertThat(SuperblockLayout.MAP_BYTES_OFFSET).isEqualTo(96);
        assertThat(SuperblockLayout.MAP_FREE_BLOCKS_OFFSET).isEqualTo(104);
        assertThat(SuperblockLayout.MAP_END_OFFSET).isEqualTo(112);
        assertThat(SuperblockLayout.MAP_DIRECTORY_CHECKSUM_OFFSET).isEqualTo(120);
        assertThat(SuperblockLayout.WAL_ID_OFFSET).isEqualTo(128);
        assertThat(SuperblockLayout.CHECKSUM_OFFSET).isEqualTo(148);
        assertThat(SuperblockLayout.BYTES).isEqualTo(152);
        assertThat(SuperblockLayout.copyOffset(0)).isEqualTo(0);
        assertThat(SuperblockLayout.copyOffset(1)).isEqualTo(4096);
    }

    @Test
    void homeMark() {
        assertThat(ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(CheckpointMarkLayout.MAGIC)
                        .array())
                .isEqualTo("JNVMCKPT".getBytes(StandardCharsets.US_ASCII));
        assertThat(CheckpointMarkLayout.WAL_ID_OFFSET).isEqualTo(8);
        assertThat(CheckpointMarkLayout.SEQUENCE_OFFSET).isEqualTo(24);
        assertThat(CheckpointMarkLayout.DONE_OFFSET).isEqualTo(32);
        assertThat(CheckpointMarkLayout.TOUCHED_OFFSET).isEqualTo(40);
        assertThat(CheckpointMarkLayout.CHECKSUM_OFFSET).isEqualTo(60);
        assertThat(CheckpointMarkLayout.BYTES).isEqualTo(64);
        assertThat(CheckpointMarkLayout.copyOffset(0)).isEqualTo(2048);
        assertThat(CheckpointMarkLayout.copyOffset(1)).isEqualTo(6144);
        assertThat(CheckpointMarkLayout.copyOffset(2)).isEqualTo(2048);
    }

    @Test
    void writeAheadLog() {
        assertThat(WalLayout.SUFFIXES).containsExactly(".wal0", ".wal1");
        assertThat(ByteBuffer.allocate(16)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(WalLayout.MAGIC)
                        .putLong(WalLayout.BATCH_MAGIC)
                        .array())
                .isEqualTo("JNVMWLOGJNVMBTCH".getBytes(StandardCharsets.US_ASCII));
        assertThat(WalLayout.VERSION).isEqualTo(1);
        assertThat(WalLayout.VERSION_OFFSET).isEqualTo(8);
        assertThat(WalLayout.HEAP_ID_OFFSET).isEqualTo(16);
        assertThat(WalLayout.WAL_ID_OFFSET).isEqualTo(32);
        assertThat(WalLayout.SEQUENCE_OFFSET).isEqualTo(48);
        assertThat(WalLayout.FIRST_NUMBER_OFFSET).isEqualTo(56);
        assertThat(WalLayout.CHECKSUM_OFFSET).isEqualTo(124);
        assertThat(WalLayout.HEADER_BYTES).isEqualTo(128);
        assertThat(WalLayout.BATCHES_OFFSET).isEqualTo(8192);
        assertThat(WalLayout.BATCH_WAL_ID_OFFSET).isEqualTo(8);
        assertThat(WalLayout.NUMBER_OFFSET).isEqualTo(24);
        assertThat(WalLayout.PAYLOAD_BYTES_OFFSET).isEqualTo(32);
        assertThat(WalLayout.LAST_OFFSET).isEqualTo(40);
        assertThat(WalLayout.BATCH_CHECKSUM_OFFSET).isEqualTo(60);
        assertThat(WalLayout.BATCH_HEADER_BYTES).isEqualTo(64);
        assertThat(WalLayout.PAGE_HEADER_BYTES).isEqualTo(16);
        assertThat(WalLayout.headerOffset(0)).isEqualTo(0);
        assertThat(WalLayout.headerOffset(1)).isEqualTo(0);
        assertThat(WalLayout.headerOffset(2)).isEqualTo(4096);
        assertThat(WalLayout.headerOffset(3)).isEqualTo(4096);
        assertThat(WalLayout.headerOffset(4)).isEqualTo(0);
        assertThat(WalLayout.batchBytes(1)).isEqualTo(4096);
        assertThat(WalLayout.batchBytes(4032)).isEqualTo(4096);
        assertThat(WalLayout.batchBytes(4033)).isEqualTo(8192);
    }

    @Test
    void freeMap() {
        assertThat(FreeMapLayout.GROUP_SHIFT).isEqualTo(15);
        assertThat(FreeMapLayout.GROUP_BLOCKS).isEqualTo(32768);
        assertThat(FreeMapLayout.PAGE_BYTES).isEqualTo(4096);
        assertThat(FreeMapLayout.STORED_PAGES_OFFSET).isEqualTo(0);
        assertThat(FreeMapLayout.SLABS_OFFSET).isEqualTo(8);
        assertThat(FreeMapLayout.SLAB_CHECKSUM_OFFSET).isEqualTo(16);
        assertThat(FreeMapLayout.ENTRIES_OFFSET).isEqualTo(32);
        assertThat(FreeMapLayout.ENTRY_BYTES).isEqualTo(8);
        assertThat(FreeMapLayout.ALL_LIVE).isEqualTo(0);
        assertThat(FreeMapLayout.ALL_FREE).isEqualTo(1);
        assertThat(FreeMapLayout.FIRST_PAGE).isEqualTo(2);
        assertThat(FreeMapLayout.groups(0)).isEqualTo(0);
        assertThat(FreeMapLayout.groups(1)).isEqualTo(1);
        assertThat(FreeMapLayout.groups(32768)).isEqualTo(1);
        assertThat(FreeMapLayout.groups(32769)).isEqualTo(2);
        assertThat(FreeMapLayout.groups(1L << 32)).isEqualTo(1 << 17);
        assertThat(FreeMapLayout.directoryBytes(0)).isEqualTo(4096);
        assertThat(FreeMapLayout.directoryBytes(508)).isEqualTo(4096);
        assertThat(FreeMapLayout.directoryBytes(509)).isEqualTo(8192);
        assertThat(FreeMapLayout.entry(0x1234_5678, 0x9ABC)).isEqualTo(0x1234_5678_0000_9ABCL);
        assertThat(FreeMapLayout.entry(-1, 2)).isEqualTo(0xFFFF_FFFF_0000_0002L);
        assertThat(FreeMapLayout.kindOrPage(0xFFFF_FFFF_FFFF_FFFEL)).isEqualTo(0xFFFF_FFFEL);
        assertThat(FreeMapLayout.checksum(0xFFFF_FFFE_0000_0002L)).isEqualTo(-2);
    }

    @Test
    void statePage() {
        assertThat(StateLayout.BUMP_OFFSET).isEqualTo(8192);
        assertThat(StateLayout.CLASS_TABLE_OFFSET).isEqualTo(8200);
        assertThat(StateLayout.ROOTS_OFFSET).isEqualTo(8208);
        assertThat(StateLayout.LOGS_OFFSET).isEqualTo(8216);
        assertThat(StateLayout.BLOCKS_OFFSET).isEqualTo(12288);
        assertThat(StateLayout.FIRST_BLOCK).isEqualTo(48);
    }

    @Test
    void block() {
        assertThat(BlockLayout.BLOCK_SHIFT).isEqualTo(8);
        assertThat(BlockLayout.BLOCK_BYTES).isEqualTo(256);
        assertThat(BlockLayout.BLOCK_MASK).isEqualTo(255);
        assertThat(BlockLayout.HEADER_BYTES).isEqualTo(8);
        assertThat(BlockLayout.PAYLOAD_OFFSET).isEqualTo(8);
        assertThat(BlockLayout.PAYLOAD_BYTES).isEqualTo(248);
        assertThat(BlockLayout.LINE_BYTES).isEqualTo(64);
        assertThat(BlockLayout.CLASS_ID_MAX).isEqualTo(32767);
        assertThat(BlockLayout.FIRST_USER_CLASS_ID).isEqualTo(64);
        assertThat(BlockLayout.BLOCK_INDEX_MAX).isEqualTo(0x3F_FFFF_FFFFL);
    }

    @Test
    void header() {
        assertThat(BlockLayout.header(1, false, 0, 0)).isEqualTo(0x0002_0000_0000_0000L);
        assertThat(BlockLayout.header(0, true, 0, 0)).isEqualTo(0x0001_0000_0000_0000L);
        assertThat(BlockLayout.header(0, false, 1, 0)).isEqualTo(0x100L);
        assertThat(BlockLayout.header(0, false, 0, 0xAB)).isEqualTo(0xABL);
        assertThat(BlockLayout.header(0, false, 0, 0x1AB)).isEqualTo(0xABL);
        long full = BlockLayout.header(32767, true, 0xFF_FFFF_FFFFL, 255);
        assertThat(full).isEqualTo(-1L);
        assertThat(BlockLayout.classId(full)).isEqualTo(32767);
        assertThat(BlockLayout.isValid(full)).isTrue();
        assertThat(BlockLayout.next(full)).isEqualTo(0xFF_FFFF_FFFFL);
        assertThat(BlockLayout.generation(full)).isEqualTo(255);
        long header = BlockLayout.header(0x1234, false, 0x12_3456_789AL, 0xFE);
        assertThat(header).isEqualTo(0x2468_1234_5678_9AFEL);
        assertThat(BlockLayout.validated(header)).isEqualTo(0x2469_1234_5678_9AFEL);
        assertThat(BlockLayout.invalidated(BlockLayout.validated(header))).isEqualTo(header);
        assertThat(BlockLayout.classId(header)).isEqualTo(0x1234);
        assertThat(BlockLayout.next(header)).isEqualTo(0x12_3456_789AL);
        assertThat(BlockLayout.freed(header)).isEqualTo(0xFFL);
        assertThat(BlockLayout.freed(full)).isEqualTo(0); // the generation wraps, nothing else is left
    }

    @Test
    void objectOffsets() {
        assertThat(BlockLayout.blocks(9)).isEqualTo(1);
        assertThat(BlockLayout.blocks(256)).isEqualTo(1);
        assertThat(BlockLayout.blocks(257)).isEqualTo(2);
        assertThat(BlockLayout.blocks(1L << 40)).isEqualTo(1L << 32);
        assertThat(BlockLayout.bytesWithTail(16, 8, 0)).isEqualTo(16);
        assertThat(BlockLayout.bytesWithTail(16, 8, 30)).isEqualTo(256);
        assertThat(BlockLayout.bytesWithTail(16, 8, 31)).isEqualTo(264);
        assertThat(BlockLayout.bytesWithTail(16, 1, (1L << 32) + 7)).isEqualTo((1L << 32) + 23);
        assertThat(BlockLayout.linkedBlocks(8)).isEqualTo(1);
        assertThat(BlockLayout.linkedBlocks(256)).isEqualTo(1);
        assertThat(BlockLayout.linkedBlocks(257)).isEqualTo(2);
        assertThat(BlockLayout.linkedBlocks(504)).isEqualTo(2);
        assertThat(BlockLayout.linkedBlocks(505)).isEqualTo(3);
        assertThat(BlockLayout.linkedBytes(1)).isEqualTo(256);
        assertThat(BlockLayout.linkedBytes(3)).isEqualTo(752);
        long off = 0;
        for (int block = 0; block < 100; block++) {
            for (int within = block == 0 ? 0 : 8; within < 256; within++, off++) {
                assertThat(BlockLayout.linkedBlock(off)).isEqualTo(block);
                assertThat(BlockLayout.inLinkedBlock(off)).isEqualTo(within);
            }
        }
    }

    @Test
    void extents() {
        long header = BlockLayout.header(0x1234, true, BlockLayout.extent(5), 0xFE);
        assertThat(header).isEqualTo(0x2469_8000_0000_05FEL);
        assertThat(BlockLayout.isExtent(header)).isTrue();
        assertThat(BlockLayout.extentBlocks(header)).isEqualTo(5);
        assertThat(BlockLayout.isExtent(BlockLayout.header(0x1234, true, BlockLayout.BLOCK_INDEX_MAX, 0xFE)))
                .isFalse();
        assertThat(BlockLayout.freed(header)).isEqualTo(0xFF);
    }

    @Test
    void interiorMap() {
        assertThat(InteriorMapLayout.start(0)).isEqualTo(12288);
        assertThat(InteriorMapLayout.start(1 << 20)).isEqualTo(1 << 20);
        assertThat(InteriorMapLayout.end(0, 1 << 20)).isEqualTo(16384);
        assertThat(InteriorMapLayout.end(0, 1 << 23)).isEqualTo(16384);
        assertThat(InteriorMapLayout.end(0, 1 << 24)).isEqualTo(12288 + 8192);
        assertThat(InteriorMapLayout.end(1 << 20, 1 << 21)).isEqualTo((1 << 20) + 4096);
        assertThat(InteriorMapLayout.end(1L << 31, 3L << 30)).isEqualTo((1L << 31) + (512 << 10));
        assertThat(InteriorMapLayout.word(0x3FFF)).isEqualTo(0);
        assertThat(InteriorMapLayout.word(0x4000)).isEqualTo(8);
        assertThat(InteriorMapLayout.bit(0x3FFF)).isEqualTo(63);
        assertThat(InteriorMapLayout.bit(0x4100)).isEqualTo(1);
        assertThat(InteriorMapLayout.page(0x1234_5678_9ABC_DEF0L, 0x2FFF)).isEqualTo(0x5678);
        assertThat(InteriorMapLayout.PAGE_SLAB).isEqualTo(0xFFFE);
    }

    @Test
    void reference() {
        assertThat(Reference.NULL).isZero();
        assertThat(Reference.KIND_BLOCK).isEqualTo(1);
        assertThat(Reference.KIND_SLOT).isEqualTo(2);
        assertThat(Reference.OFFSET_MASK).isEqualTo(0x0000_FFFF_FFFF_FFFFL);
        long ref = Reference.toBlock(0x1234_5678_9A00L, 0xAB);
        assertThat(ref).isEqualTo(0x01AB_1234_5678_9A00L);
        assertThat(Reference.offset(ref)).isEqualTo(0x1234_5678_9A00L);
        assertThat(Reference.generation(ref)).isEqualTo(0xAB);
        assertThat(Reference.kind(ref)).isEqualTo(1);
        assertThat(Reference.kind(-1)).isEqualTo(255 - 4);
        assertThat(Reference.owner(ref)).isEqualTo(0x05AB_1234_5678_9A00L);
        assertThat(Reference.isOwner(ref)).isFalse();
        assertThat(Reference.isOwner(0x06AB_1234_5678_9A00L)).isTrue();
        assertThat(Reference.kind(0x06AB_1234_5678_9A00L)).isEqualTo(2);
        assertThat(Reference.plain(0x05AB_1234_5678_9A00L)).isEqualTo(ref);
        assertThat(Reference.describe(ref)).isEqualTo("0x123456789a00#171");
        assertThat(Reference.describe(0)).isEqualTo("null");
    }

    @Test
    void reservedClasses() {
        assertThat(ReservedClass.CLASS_RECORD).isEqualTo(1);
        assertThat(ReservedClass.SLOT_ARRAY).isEqualTo(2);
        assertThat(ReservedClass.ROOT_ENTRY).isEqualTo(3);
        assertThat(ReservedClass.REDO_LOG).isEqualTo(4);
        assertThat(ReservedClass.STRING).isEqualTo(8);
        assertThat(ReservedClass.HASH_MAP).isEqualTo(16);
        assertThat(ReservedClass.TREE_MAP).isEqualTo(32);
        assertThat(ReservedClass.SKIP_LIST_MAP).isEqualTo(33);
        assertThat(ReservedClass.CONCURRENT_HASH_MAP).isEqualTo(34);
        assertThat(ReservedClass.HASH_SET).isEqualTo(35);
        assertThat(ReservedClass.TREE_SET).isEqualTo(36);
        assertThat(ReservedClass.SKIP_LIST_SET).isEqualTo(37);
        assertThat(ReservedClass.CONCURRENT_HASH_SET).isEqualTo(38);
        assertThat(ReservedClass.AUTO_PERSIST_MAP).isEqualTo(39);
        assertThat(ReservedClass.INDEXED_MAP).isEqualTo(57);
        assertThat(ReservedClass.STORED_INDEX).isEqualTo(58);
        assertThat(ReservedClass.INDEX_ENTRY).isEqualTo(59);
        assertThat(ReservedClass.INDEXED_SET).isEqualTo(60);
        assertThat(ReservedClass.VALUE).isEqualTo(9);
        assertThat(ReservedClass.coreLayout(9).text()).isEqualTo("""
                class jnvm.Value
                version 1
                extends -
                bytes 16
                field jnvm.Value bytes J 8
                tail B 16 8""");
        assertThat(ReservedClass.BOX).isEqualTo(10);
        assertThat(ReservedClass.ARRAY_LIST).isEqualTo(17);
        assertThat(ReservedClass.LIST_ELEMENTS).isEqualTo(18);
        assertThat(ReservedClass.BOOLEAN_ARRAY).isEqualTo(48);
        assertThat(ReservedClass.BYTE_ARRAY).isEqualTo(49);
        assertThat(ReservedClass.SHORT_ARRAY).isEqualTo(50);
        assertThat(ReservedClass.CHAR_ARRAY).isEqualTo(51);
        assertThat(ReservedClass.INT_ARRAY).isEqualTo(52);
        assertThat(ReservedClass.LONG_ARRAY).isEqualTo(53);
        assertThat(ReservedClass.FLOAT_ARRAY).isEqualTo(54);
        assertThat(ReservedClass.DOUBLE_ARRAY).isEqualTo(55);
        assertThat(ReservedClass.REFERENCE_ARRAY).isEqualTo(56);
        assertThat(ReservedClass.RECORD_NEXT_OFFSET).isEqualTo(8);
        assertThat(ReservedClass.RECORD_ID_OFFSET).isEqualTo(16);
        assertThat(ReservedClass.RECORD_CHECKSUM_OFFSET).isEqualTo(20);
        assertThat(ReservedClass.RECORD_LENGTH_OFFSET).isEqualTo(24);
        assertThat(ReservedClass.RECORD_TEXT_OFFSET).isEqualTo(32);
        assertThat(ReservedClass.SLOT_ARRAY_NEXT_OFFSET).isEqualTo(8);
        assertThat(ReservedClass.SLOT_ARRAY_COUNT_OFFSET).isEqualTo(16);
        assertThat(ReservedClass.SLOT_ARRAY_SLOTS_OFFSET).isEqualTo(24);
        assertThat(ReservedClass.SLOTS_PER_ARRAY).isEqualTo(29);
        assertThat(ReservedClass.ROOT_VALUE_OFFSET).isEqualTo(8);
        assertThat(ReservedClass.ROOT_LENGTH_OFFSET).isEqualTo(16);
        assertThat(ReservedClass.ROOT_NAME_OFFSET).isEqualTo(24);
        assertThat(ReservedClass.coreLayout(0)).isNull();
        assertThat(ReservedClass.coreLayout(4)).isNull();
        assertThat(ReservedClass.coreLayout(63)).isNull();
        assertThat(ReservedClass.coreLayout(1).text()).isEqualTo("""
                class jnvm.ClassRecord
                version 1
                extends -
                bytes 32
                field jnvm.ClassRecord next Ljnvm.ClassRecord; 8
                field jnvm.ClassRecord id I 16
                field jnvm.ClassRecord checksum I 20
                field jnvm.ClassRecord length J 24
                tail B 32 24""");
        assertThat(ReservedClass.coreLayout(2).text()).isEqualTo("""
                class jnvm.SlotArray
                version 1
                extends -
                bytes 24
                field jnvm.SlotArray next Ljnvm.SlotArray; 8
                field jnvm.SlotArray count J 16
                tail L 24 16""");
        assertThat(ReservedClass.coreLayout(3).text()).isEqualTo("""
                class jnvm.RootEntry
                version 1
                extends -
                bytes 24
                field jnvm.RootEntry value Lorg.jnvm.PObject; 8
                field jnvm.RootEntry length J 16
                tail B 24 16""");
    }

    @Test
    void poolBlocks() {
        assertThat(Reference.toSlot(0x1234_5678_9A08L, 0xAB)).isEqualTo(0x02AB_1234_5678_9A08L);
        assertThat(SlabLayout.FIRST_CLASS_ID).isEqualTo(40);
        assertThat(SlabLayout.FIRST_PAGE_CLASS_ID).isEqualTo(20);
        int[] slotBytes = {16, 24, 32, 40, 48, 56, 80, 120};
        int[] slots = {15, 10, 7, 6, 5, 4, 3, 2};
        for (int i = 0; i < slotBytes.length; i++) {
            assertThat(SlabLayout.slotBytes(40 + i)).isEqualTo(slotBytes[i]);
            assertThat(SlabLayout.slots(40 + i)).isEqualTo(slots[i]);
            assertThat(SlabLayout.slotOffset(40 + i, 0x4000, 1)).isEqualTo(0x4008 + slotBytes[i]);
            assertThat(SlabLayout.slotAt(40 + i, 0x4008 + slotBytes[i])).isEqualTo(1);
            assertThat(SlabLayout.slotAt(40 + i, 0x4010 + slotBytes[i])).isEqualTo(-1);
        }
        int[] pageSlotBytes = {96, 112, 120, 136, 144, 160, 176, 192, 208, 224, 240};
        int[] pageSlots = {42, 36, 33, 29, 28, 25, 23, 21, 19, 18, 17};
        assertThat(SlabLayout.SIZES).isEqualTo(slotBytes.length + pageSlotBytes.length);
        for (int i = 0; i < pageSlotBytes.length; i++) {
            int id = 20 + i;
            assertThat(SlabLayout.slotBytes(id)).isEqualTo(pageSlotBytes[i]);
            assertThat(Long.bitCount(SlabLayout.allSlots(id))).isEqualTo(pageSlots[i]);
            for (int slot = 0; slot < SlabLayout.slots(id); slot++) {
                long at = SlabLayout.slotOffset(id, 0x4000, slot);
                assertThat(at).isEqualTo(0x4008 + slot * pageSlotBytes[i]);
                assertThat(SlabLayout.allSlots(id) >>> slot & 1)
                        .as("no slot begins where a block would")
                        .isEqualTo(at % 256 == 0 ? 0 : 1);
                for (int off = 0; off < pageSlotBytes[i]; off += 8) {
                    assertThat(SlabLayout.slotAt(id, at + off)).isEqualTo(off == 0 && at % 256 != 0 ? slot : -1);
                    assertThat(SlabLayout.startOf(at + off, BlockLayout.header(id, true, 0, 3)))
                            .isEqualTo(at);
                }
            }
        }
    }

    @Test
    void values() {
        assertThat(StateLayout.ENUMS_OFFSET).isEqualTo(8224);
        assertThat(StateLayout.HOLES_OFFSET).isEqualTo(8240);
        assertThat(StateLayout.LEAST_HOLE_BLOCKS).isEqualTo(16);
        assertThat(StateLayout.MOST_HOLE_BLOCKS).isEqualTo(1L << 26);
        assertThat(ReservedClass.LONG_BOX).isEqualTo(5);
        assertThat(ReservedClass.DOUBLE_BOX).isEqualTo(6);
        assertThat(ReservedClass.ENUM_RECORD).isEqualTo(7);
        assertThat(ValueLayout.PRESENT).isEqualTo(0x1_0000_0000L);
        assertThat(ValueLayout.BOX_VALUE_OFFSET).isEqualTo(8);
        assertThat(ValueLayout.BOX_BYTES).isEqualTo(16);
        assertThat(ValueLayout.STRING_CODER_OFFSET).isEqualTo(8);
        assertThat(ValueLayout.STRING_HASH_OFFSET).isEqualTo(12);
        assertThat(ValueLayout.STRING_BYTES_OFFSET).isEqualTo(16);
        assertThat(ValueLayout.STRING_TEXT_OFFSET).isEqualTo(24);
        assertThat(ReservedClass.coreLayout(8).text()).isEqualTo("""
                class org.jnvm.pdt.PString
                version 1
                extends -
                bytes 24
                field org.jnvm.pdt.PString coder B 8
                field org.jnvm.pdt.PString hash I 12
                field org.jnvm.pdt.PString bytes J 16
                tail B 24 16""");
        String text = """
                class a.B
                version 1
                extends -
                bytes 28
                field a.B s Ljava.lang.String; 8
                field a.B i Vjava.lang.Integer; 16
                field a.B e Ea.Color; 24""";
        ClassLayout layout = ClassLayout.parse(text);
        assertThat(layout.text()).isEqualTo(text);
        assertThat(layout.referenceOffsets()).containsExactly(8);
        assertThat(layout.ownedOffsets()).containsExactly(8);
        for (String bad : List.of("Vjava.lang.Long;", "Va.B;", "V", "E", "E;", "Ea.Color")) {
            assertThatThrownBy(() -> ClassLayout.parse(text.replace("Vjava.lang.Integer;", bad)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void classLayoutText() {
        String text = """
                class a.B
                version 3
                extends a.A
                bytes 272
                field a.A z Z 8
                field a.A r La.B; 16
                field a.B j J 264
                canonical
                recover""";
        ClassLayout layout = ClassLayout.parse(text);
        assertThat(layout.text()).isEqualTo(text).isEqualTo(layout.toString());
        assertThat(layout.className()).isEqualTo("a.B");
        assertThat(layout.superName()).isEqualTo("a.A");
        assertThat(layout.version()).isEqualTo(3);
        assertThat(layout.bytes()).isEqualTo(272);
        assertThat(layout.canonical()).isTrue();
        assertThat(layout.overridesRecover()).isTrue();
        assertThat(layout.referenceOffsets()).containsExactly(16);
        assertThat(layout.tail()).isNull();
        assertThat(layout.sameBytes(ClassLayout.parse(text.replace("\ncanonical\nrecover", ""))))
                .isTrue();
        assertThat(layout.sameBytes(ClassLayout.parse(text.replace("j J", "k J"))))
                .isFalse();
        assertThat(layout).isEqualTo(ClassLayout.parse(text)).hasSameHashCodeAs(ClassLayout.parse(text));
        assertThat(layout).isNotEqualTo(ClassLayout.parse(text.replace("j J", "k J")));
    }

    @Test
    void malformedClassLayoutsAreRefused() {
        String head = "class a.B\nversion 1\nextends -\n";
        List<String> texts = List.of(
                "",
                "class a.B",
                head,
                head + "bytes 7",
                head + "bytes x",
                head + "bytes 16\nfield a.B x J 0", // in the header
                head + "bytes 16\nfield a.B x J 12", // not aligned
                head + "bytes 16\nfield a.B x Q 8", // no such type
                head + "bytes 16\nfield a.B x J",
                head + "bytes 16\nfield a.B x J 16", // beyond the object
                head + "bytes 24\nfield a.B x J 16\nfield a.B y J 8", // not in order
                head + "bytes 24\nfield a.B x J 8\nfield a.B y I 12", // one on the other
                head + "bytes 16\ntail J 12 8",
                head + "bytes 16\ntail J 16 16",
                head + "bytes 16\ntail J 264 8",
                head + "bytes 16\nnonsense");
        for (String text : texts) {
            assertThatThrownBy(() -> ClassLayout.parse(text), text).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
