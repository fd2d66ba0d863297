package org.jnvm.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;

/**
 * Draws the block area of a heap: squares in the order of the addresses, row by row, each for as many blocks as it takes
 * to get the heap on a page, in the colour of what most of them hold.
 */
final class BlockMap {
    private static final int COLUMNS = 128;
    private static final int ROWS_MAX = 96;
    private static final int SIDE = 7;
    private static final int LEFT = 110;
    private static final int TOP = 64;
    private static final int LEGEND = LEFT + COLUMNS * SIDE + 30;
    private static final int WIDTH = LEGEND + 340;
    private static final int ROW = 22;
    private static final int SMALL_ROW = 16;

    private static final int FRESH = 0;
    private static final int FREE = 1;
    private static final int LOST = 2;
    private static final int SLAB = 3;
    private static final int OTHER = 4;
    private static final int FIRST_CLASS = 5;
    private static final String[] STATE_NAMES = {
        "never used (not shown)", "free", "reachable from nothing", "slabs of small objects", "other classes"
    };
    private static final String[] STATE_COLOURS = {"#f4f4f2", "#d4d6d9", "#1a1a1a", "#c9b8e8", "#8a8f98"};
    /** Told apart also by those who see few colours. */
    private static final String[] CLASS_COLOURS = {
        "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#7a5195", "#66a61e", "#a6611a", "#003f5c"
    };

    private final StoredHeap heap;
    private final long firstBlock = StateLayout.FIRST_BLOCK;
    private final long blocks;
    private final long perCell;
    private final int cells;
    private final String[] names;
    /** By class id, its kind. */
    private final int[] kinds = new int[BlockLayout.CLASS_ID_MAX + 1];

    private final int[][] counts;
    private final long[] totals;
    /** By class id of slabs, how many slots they have, and how many of these have a live object. */
    private final long[] slots = new long[BlockLayout.CLASS_ID_MAX + 1];

    private final long[] usedSlots = new long[BlockLayout.CLASS_ID_MAX + 1];

    private BlockMap(StoredHeap heap, Reachable reachable) {
        this.heap = heap;
        long all = (heap.fileBytes() >>> BlockLayout.BLOCK_SHIFT) - firstBlock;
        blocks = Math.max(1, Math.min(all, Math.max(heap.bump(), reachable.endOfBlocks()) - firstBlock));
        perCell = Math.max(1, (blocks + (long) COLUMNS * ROWS_MAX - 1) / ((long) COLUMNS * ROWS_MAX));
        cells = (int) ((blocks + perCell - 1) / perCell);
        List<Integer> largest = largestClasses(reachable);
        names = new String[FIRST_CLASS + largest.size()];
        System.arraycopy(STATE_NAMES, 0, names, 0, FIRST_CLASS);
        Arrays.fill(kinds, OTHER);
        for (int i = 0; i < largest.size(); i++) {
            ClassLayout layout = heap.layout(largest.get(i));
            names[FIRST_CLASS + i] = layout.className() + (layout.version() == 1 ? "" : " version " + layout.version());
            kinds[largest.get(i)] = FIRST_CLASS + i;
        }
        counts = new int[cells][names.length];
        totals = new long[names.length];
        totals[FRESH] = all - blocks; // not in the picture, which would be of little else
    }

    /** Writes the picture of a heap as SVG. */
    static void draw(StoredHeap heap, Appendable out, ToolProgress progress) throws IOException {
        Reachable reachable = Reachable.fromEverywhere(heap, progress.passes());
        BlockMap map = new BlockMap(heap, reachable);
        map.fill(reachable);
        map.write(out);
    }

    private List<Integer> largestClasses(Reachable reachable) {
        long[] used = new long[BlockLayout.CLASS_ID_MAX + 1];
        visitBlocks(reachable, (index, id) -> used[id]++);
        List<Integer> ids = new ArrayList<>();
        for (int id = 0; id < used.length; id++) {
            if (used[id] > 0 && !SlabLayout.isSlab(id)) {
                ids.add(id);
            }
        }
        ids.sort(Comparator.comparingLong((Integer id) -> used[id]).reversed());
        return ids.subList(0, Math.min(ids.size(), CLASS_COLOURS.length));
    }

    /** Takes a block. */
    private interface BlockVisitor {
        void visit(long index, int classId);
    }

    /** Visits the blocks of live objects, with the class of the object, and of slabs. */
    private void visitBlocks(Reachable reachable, BlockVisitor visitor) {
        long last = -1;
        for (Reachable.Cursor cursor = reachable.cursor(); cursor.next(); ) {
            long offset = Reference.offset(cursor.ref());
            if (Reference.isSlot(cursor.ref())) {
                long slab = heap.headerAround(offset);
                if (slab != last) {
                    last = slab;
                    int slabClass = BlockLayout.classId(heap.header(slab));
                    for (int k = 0; k < SlabLayout.slabBlocks(slabClass); k++) {
                        visitor.visit((slab >>> BlockLayout.BLOCK_SHIFT) + k, slabClass);
                    }
                }
                if (SlabLayout.isOutgrown(heap.header(offset))) {
                    visitBlocks(heap.object(cursor.ref()), 0, visitor);
                }
                continue;
            }
            long header = heap.header(offset);
            visitor.visit(offset >>> BlockLayout.BLOCK_SHIFT, BlockLayout.classId(header));
            if (BlockLayout.next(header) != 0) {
                visitBlocks(heap.object(cursor.ref()), 1, visitor);
            }
        }
    }

    private static void visitBlocks(StoredObject object, long first, BlockVisitor visitor) {
        for (long k = first; object != null && k < object.blocks(); k++) {
            visitor.visit(object.block(k) >>> BlockLayout.BLOCK_SHIFT, object.classId());
        }
    }

    private void fill(Reachable reachable) {
        long bump = heap.bump();
        for (long index = firstBlock; index < firstBlock + blocks; index++) {
            if (index >= bump && !reachable.hasBlock(index)) {
                add(index, FREE);
            } else if (!reachable.hasBlock(index)) {
                boolean object = BlockLayout.classId(heap.header(index << BlockLayout.BLOCK_SHIFT)) != 0;
                add(index, object ? LOST : FREE);
            }
        }
        visitBlocks(reachable, (index, id) -> add(index, SlabLayout.isSlab(id) ? SLAB : kinds[id]));
        countSlots(reachable);
    }

    private void countSlots(Reachable reachable) {
        long last = -1;
        for (Reachable.Cursor cursor = reachable.cursor(); cursor.next(); ) {
            if (Reference.isSlot(cursor.ref())) {
                long slab = heap.headerAround(Reference.offset(cursor.ref()));
                int slabClass = BlockLayout.classId(heap.header(slab));
                slots[slabClass] += slab == last ? 0 : Long.bitCount(SlabLayout.allSlots(slabClass));
                usedSlots[slabClass]++;
                last = slab;
            }
        }
    }

    /** Returns how full slabs are: all of them, then those of each size of slots. */
    private List<String> fillDegrees() {
        List<String> lines = new ArrayList<>();
        long all = 0;
        long used = 0;
        for (int size = 0; size < SlabLayout.SIZES; size++) {
            int slabClass = SlabLayout.classIdOf(size);
            if (slots[slabClass] > 0) {
                String where = SlabLayout.isPage(slabClass) ? " bytes in pages" : " bytes";
                lines.add(fillDegree(SlabLayout.slotBytes(slabClass) + where, usedSlots[slabClass], slots[slabClass]));
                all += slots[slabClass];
                used += usedSlots[slabClass];
            }
        }
        if (all > 0) {
            lines.add(0, fillDegree("slots in use", used, all));
        }
        return lines;
    }

    private static String fillDegree(String what, long used, long all) {
        return String.format(Locale.ROOT, "%s: %d of %d (%.1f %%)", what, used, all, 100.0 * used / all);
    }

    private void add(long index, int kind) {
        counts[(int) ((index - firstBlock) / perCell)][kind]++;
        totals[kind]++;
    }

    private static String colour(int kind) {
        return kind < FIRST_CLASS ? STATE_COLOURS[kind] : CLASS_COLOURS[kind - FIRST_CLASS];
    }

    private int kindOf(int cell) {
        int best = FRESH;
        for (int kind = 0; kind < names.length; kind++) {
            if (counts[cell][kind] > counts[cell][best]) {
                best = kind;
            }
        }
        return best;
    }

    // ---- the picture ----

    private void write(Appendable out) throws IOException {
        int rows = (cells + COLUMNS - 1) / COLUMNS;
        List<String> fillDegrees = fillDegrees();
        int legend = names.length * ROW + fillDegrees.size() * SMALL_ROW;
        int height = TOP + Math.max(rows * SIDE, legend) + 40;
        out.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">%n",
                WIDTH,
                height,
                WIDTH,
                height));
        out.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        text(out, LEFT, 26, "16", "#1a1a1a", heap.path().getFileName().toString());
        text(
                out,
                LEFT,
                46,
                "12",
                "#5a5f66",
                "in use up to " + size(blocks << BlockLayout.BLOCK_SHIFT) + " of " + size(heap.fileBytes())
                        + "; a square is "
                        + (perCell == 1 ? "a block of 256 bytes" : perCell + " blocks (" + size(perCell * 256) + ")")
                        + ", a row " + size(perCell * 256 * COLUMNS));
        for (int row = 0; row < rows; row++) {
            if (row % 8 == 0) {
                long offset = firstBlock + (long) row * COLUMNS * perCell << BlockLayout.BLOCK_SHIFT;
                out.append(String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"%d\" font-size=\"10\" text-anchor=\"end\" fill=\"#5a5f66\">0x%x</text>%n",
                        LEFT - 8,
                        TOP + row * SIDE + SIDE,
                        offset));
            }
            row(out, row);
        }
        int y = TOP;
        for (int i = 0; i < names.length; i++) { // classes, largest first, then states
            int kind = i < names.length - FIRST_CLASS ? FIRST_CLASS + i : names.length - 1 - i;
            if (totals[kind] > 0) {
                legend(out, kind, y);
                y += ROW;
            }
            for (int k = 0; kind == SLAB && k < fillDegrees.size(); k++) {
                text(out, LEGEND + 20, y + 8, "11", "#5a5f66", fillDegrees.get(k));
                y += SMALL_ROW;
            }
        }
        out.append("</svg>\n");
    }

    /** Writes a row: neighbours of one colour as one rectangle, which tells where it is. */
    private void row(Appendable out, int row) throws IOException {
        int end = Math.min(cells, (row + 1) * COLUMNS);
        for (int cell = row * COLUMNS; cell < end; ) {
            int kind = kindOf(cell);
            int next = cell + 1;
            while (next < end && kindOf(next) == kind) {
                next++;
            }
            long from = firstBlock + cell * perCell << BlockLayout.BLOCK_SHIFT;
            long to = Math.min(firstBlock + blocks, firstBlock + next * perCell) << BlockLayout.BLOCK_SHIFT;
            out.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"><title>0x%x to 0x%x: %s</title>"
                            + "</rect>%n",
                    LEFT + cell % COLUMNS * SIDE,
                    TOP + row * SIDE,
                    (next - cell) * SIDE,
                    SIDE - 1,
                    colour(kind),
                    from,
                    to,
                    escape(names[kind])));
            cell = next;
        }
    }

    private void legend(Appendable out, int kind, int y) throws IOException {
        out.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\" stroke=\"#5a5f66\""
                        + " stroke-width=\"0.5\"/>%n",
                LEGEND,
                y,
                colour(kind)));
        String name = names[kind];
        text(out, LEGEND + 20, y + 10, "12", "#1a1a1a", name.length() <= 34 ? name : "…" + tail(name));
        out.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#5a5f66\">%s</text>%n",
                WIDTH - 20,
                y + 10,
                size(totals[kind] << BlockLayout.BLOCK_SHIFT)));
    }

    private static String tail(String name) {
        return name.substring(name.length() - 33);
    }

    private static void text(Appendable out, int x, int y, String size, String colour, String text) throws IOException {
        out.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" font-size=\"%s\" fill=\"%s\">%s</text>%n",
                x,
                y,
                size,
                colour,
                escape(text)));
    }

    private static String escape(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                default -> out.appendCodePoint(isXml(c) ? c : '\uFFFD');
            }
        });
        return out.toString();
    }

    private static boolean isXml(int c) {
        return c >= 0x20 && c < 0xD800 || c >= 0xE000 && c < 0xFFFE || c >= 0x10000;
    }

    private static String size(long bytes) {
        String[] units = {"bytes", "KiB", "MiB", "GiB", "TiB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0
                ? bytes + " bytes"
                : String.format(Locale.ROOT, value < 10 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    }
}
