package org.jnvm.fuzz;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Ways to damage a heap file, at random and knowing its structure. */
final class Damage {
    /** One way. */
    interface Way {
        /**
         * Damages an image.
         *
         * @param damage the image, and where random numbers come from
         * @return what was done, for messages
         */
        String apply(Damage damage);
    }

    /** All ways by name. */
    static final Map<String, Way> WAYS = ways();

    private final Image image;
    private final byte[] older;
    private final Random random;

    Damage(Image image, byte[] older, Random random) {
        this.image = image;
        this.older = older;
        this.random = random;
    }

    private static Map<String, Way> ways() {
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("bits", Damage::bits);
        ways.put("range", Damage::range);
        ways.put("torn", Damage::torn);
        ways.put("stale", Damage::stale);
        ways.put("truncated", Damage::truncated);
        ways.put("extended", Damage::extended);
        ways.put("blocks", Damage::blocks);
        ways.put("superblock", Damage::superblock);
        ways.put("state", Damage::state);
        ways.put("header", Damage::header);
        ways.put("chain", Damage::chain);
        ways.put("extent", Damage::extent);
        ways.put("interior map", Damage::interior);
        ways.put("reference", Damage::reference);
        ways.put("word", Damage::word);
        ways.put("class", Damage::classRecord);
        ways.put("slots", Damage::slots);
        ways.put("root", Damage::rootEntry);
        ways.put("string", Damage::string);
        ways.put("log", Damage::log);
        ways.put("list", Damage::list);
        ways.put("map", Damage::map);
        ways.put("tree", Damage::tree);
        ways.put("slot", Damage::slot);
        ways.put("enum", Damage::enumRecord);
        ways.put("free map", Damage::freeMap);
        return ways;
    }

    private int pick(List<Integer> from) {
        return from.isEmpty() ? Image.BLOCKS : from.get(random.nextInt(from.size()));
    }

    private static String at(int place) {
        return "0x" + Integer.toHexString(place);
    }

    private static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }

    private long anyNumber() {
        return switch (random.nextInt(14)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> -1;
            case 3 -> Long.MIN_VALUE;
            case 4 -> Long.MAX_VALUE;
            case 5 -> Integer.MAX_VALUE;
            case 6 -> 1L << 31;
            case 7 -> (1L << 32) + random.nextInt(64);
            case 8 -> image.size() + 8L * (random.nextInt(65) - 32);
            case 9 -> random.nextInt(1 << 8);
            case 10 -> random.nextInt(1 << 16);
            case 11 -> 1L << random.nextInt(64);
            case 12 -> random.nextInt(1 << 28);
            default -> random.nextLong();
        };
    }

    private long anyReference() {
        int block = pick(random.nextBoolean() ? image.masters(0) : image.objects(0));
        int generation = (int) image.getLong(block) & 0xFF;
        return switch (random.nextInt(12)) {
            case 0 -> Image.reference(random.nextInt(256), generation, block);
            case 1 -> Image.reference(1, generation + 1 + random.nextInt(255), block);
            case 2 -> Image.reference(1, generation, block + 8L * random.nextInt(32));
            case 3 -> Image.reference(1, generation, block + random.nextInt(256));
            case 4 -> Image.reference(2, generation, block + 8L * random.nextInt(32));
            case 5 -> Image.reference(1, 0, image.size() + 256L * random.nextInt(4));
            case 6 -> Image.reference(1, 0, random.nextLong());
            case 7 -> Image.reference(1, 0, random.nextInt(Image.BLOCKS));
            case 8 -> { // a block that is free, slave, or in-flight
                int any = Image.BLOCKS + random.nextInt((image.usedEnd() - Image.BLOCKS) / 256) * 256;
                yield image.referenceTo(any);
            }
            case 9 -> anyNumber();
            default -> image.referenceTo(block); // sound, but not what belongs there
        };
    }

    // ---- knowing nothing ----

    private String bits() {
        int end = random.nextInt(4) == 0 ? image.size() : image.usedEnd();
        StringBuilder what = new StringBuilder("flipped");
        for (int i = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : 1; i > 0; i--) {
            int place = random.nextInt(end);
            int bit = random.nextInt(8);
            image.put(place, (byte) (image.get(place) ^ 1 << bit));
            what.append(' ').append(at(place)).append('.').append(bit);
        }
        return what.toString();
    }

    private String range() {
        int from = random.nextInt(image.usedEnd());
        int length = 1 << random.nextInt(15);
        if (random.nextBoolean()) {
            from &= -256;
        }
        int kind = random.nextInt(3);
        byte[] bytes = image.bytes();
        for (int i = from; i < Math.min(bytes.length, from + length); i++) {
            bytes[i] = kind == 0 ? 0 : kind == 1 ? -1 : (byte) random.nextInt();
        }
        return "filled " + at(from) + "+" + length + " with " + (kind == 0 ? "zeros" : kind == 1 ? "ones" : "noise");
    }

    /** A page, sector or line of the older image: a write that did not reach the device. */
    private String torn() {
        int unit = new int[] {64, 512, 4096}[random.nextInt(3)];
        int from = random.nextInt(image.usedEnd()) & -unit;
        byte[] bytes = image.bytes();
        int length = Math.min(unit, Math.min(bytes.length, older.length) - from);
        if (length > 0) {
            System.arraycopy(older, from, bytes, from, length);
        }
        return "older " + unit + " bytes at " + at(from);
    }

    /** Many pages of the older image: power was lost. */
    private String stale() {
        int percent = 1 + random.nextInt(99);
        byte[] bytes = image.bytes();
        for (int from = 0; from + 4096 <= Math.min(bytes.length, older.length); from += 4096) {
            if (random.nextInt(100) < percent) {
                System.arraycopy(older, from, bytes, from, 4096);
            }
        }
        return percent + "% of the pages older";
    }

    private String truncated() {
        int length = switch (random.nextInt(4)) {
            case 0 -> random.nextInt(image.size() + 1);
            case 1 -> random.nextInt(image.size() / 4096 + 1) * 4096;
            case 2 -> random.nextInt(Image.BLOCKS + 2);
            default -> Math.max(0, image.size() - 1 - random.nextInt(5000));
        };
        image.replace(Arrays.copyOf(image.bytes(), length));
        return "truncated to " + length;
    }

    private String extended() {
        int old = image.size();
        byte[] longer = Arrays.copyOf(image.bytes(), old + 1 + random.nextInt(20_000));
        if (random.nextBoolean()) {
            for (int i = old; i < longer.length; i++) {
                longer[i] = (byte) random.nextInt();
            }
        }
        image.replace(longer);
        return "extended from " + old + " to " + longer.length;
    }

    private String blocks() {
        int unit = random.nextInt(4) == 0 ? 4096 : 256;
        int first = random.nextInt(image.usedEnd()) & -unit;
        int second = random.nextInt(image.usedEnd()) & -unit;
        byte[] bytes = image.bytes();
        int length = Math.min(unit, bytes.length - Math.max(first, second));
        if (length <= 0) {
            return "nothing";
        }
        byte[] kept = Arrays.copyOfRange(bytes, second, second + length);
        System.arraycopy(bytes, first, bytes, second, length);
        if (random.nextBoolean()) {
            return "copied " + unit + " bytes from " + at(first) + " to " + at(second);
        }
        System.arraycopy(kept, 0, bytes, first, length);
        return "swapped " + unit + " bytes at " + at(first) + " and " + at(second);
    }

    // ---- knowing the structure ----

    private String superblock() {
        boolean both = random.nextBoolean();
        int[] fields = {0, 8, 12, 16, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120};
        int field = fields[random.nextInt(fields.length)];
        long value = random.nextInt(3) == 0 ? image.getLong(field) + random.nextInt(9) - 4 : anyNumber();
        boolean sealed = random.nextInt(8) != 0;
        int only = random.nextInt(4) == 0 ? 1 - image.newestSuperblock() : image.newestSuperblock();
        for (int copy = 0; copy < 2; copy++) {
            if (both || copy == only) {
                if (field == 8 || field == 12 || field == 88 || field == 120) {
                    image.putInt(copy * 4096 + field, (int) value);
                } else {
                    image.putLong(copy * 4096 + field, value);
                }
                if (sealed) {
                    image.sealSuperblock(copy);
                }
            }
        }
        return "superblock" + (both ? "s" : " " + only) + " field " + field + " = " + hex(value)
                + (sealed ? "" : ", checksum wrong");
    }

    private String state() {
        int place = Image.STATE + 8 * random.nextInt(random.nextInt(4) == 0 ? 16 : 4);
        long value = random.nextBoolean() ? anyNumber() : anyReference();
        image.putLong(place, value);
        return "state word " + place + " = " + hex(value);
    }

    private String header() {
        int block = pick(random.nextBoolean() ? image.masters(0) : image.objects(0));
        long old = image.getLong(block);
        int id = Image.classId(old);
        long next = Image.next(old);
        boolean valid = Image.isValid(old);
        int generation = (int) old & 0xFF;
        switch (random.nextInt(5)) {
            case 0 -> id = Image.classId(image.getLong(pick(image.masters(0))));
            case 1 -> id = random.nextInt(random.nextBoolean() ? 80 : 1 << 15);
            case 2 -> valid = !valid;
            case 3 -> generation = random.nextInt(256);
            default -> next = anyNext(block);
        }
        image.putLong(block, Image.header(id, valid, next, generation));
        return "header at " + at(block) + " from " + hex(old) + " to " + hex(image.getLong(block));
    }

    private long anyNext(int block) {
        return switch (random.nextInt(7)) {
            case 0 -> 0;
            case 6 -> Image.extent(random.nextInt(8));
            case 1 -> block >> 8;
            case 2 -> pick(image.masters(0)) >> 8;
            case 3 -> random.nextInt(image.size() >> 8);
            case 4 -> random.nextInt(48);
            default -> random.nextLong();
        };
    }

    /** Breaks the chain of blocks of an object with several. */
    private String chain() {
        List<Integer> masters = image.masters(0);
        for (int attempt = 0; attempt < 30; attempt++) {
            int block = pick(masters);
            int hops = random.nextInt(4);
            int link = block;
            for (int i = 0; i < hops && Image.next(image.getLong(link)) != 0; i++) {
                link = (int) (Image.next(image.getLong(link)) << 8);
            }
            long header = image.getLong(link);
            if (Image.next(header) != 0 && link != block) {
                long next = random.nextInt(3) == 0 ? block >> 8 : anyNext(link);
                boolean master = random.nextInt(6) == 0;
                image.putLong(
                        link,
                        Image.header(
                                master ? 64 : Image.classId(header),
                                master || Image.isValid(header),
                                next,
                                (int) header & 0xFF));
                return "link at " + at(link) + " of the object at " + at(block) + " = " + hex(image.getLong(link));
            }
        }
        return header();
    }

    private String reference() {
        int place = pick(image.references());
        long value = anyReference();
        image.putLong(place, value);
        return "reference at " + at(place) + " = " + hex(value);
    }

    private String word() {
        int block = pick(random.nextBoolean() ? image.masters(0) : image.objects(0));
        int place = block + 8 + 8 * random.nextInt(random.nextBoolean() ? 4 : 31);
        long value = random.nextBoolean() ? anyNumber() : anyReference();
        image.putLong(place, value);
        return "word " + (place - block) + " of the object at " + at(block) + " = " + hex(value);
    }

    private String classRecord() {
        int record = pick(image.masters(Image.CLASS_RECORD));
        String text = image.recordText(record);
        switch (random.nextInt(8)) {
            case 0 -> {
                image.putInt(record + 16, random.nextBoolean() ? random.nextInt(100) : (int) anyNumber());
                image.sealRecord(record);
                return "class id of the record at " + at(record) + " = " + image.getInt(record + 16);
            }
            case 1 -> {
                image.putLong(record + 24, anyNumber());
                image.sealRecord(record);
                return "length of the record at " + at(record) + " = " + image.getLong(record + 24);
            }
            case 2 -> {
                image.putLong(record + 8, anyReference());
                return "next of the record at " + at(record) + " = " + hex(image.getLong(record + 8));
            }
            default -> {
                String edited = edit(text);
                image.setRecordText(record, edited);
                return "record at " + at(record) + " = " + edited.replace("\n", "; ");
            }
        }
    }

    private static final String[] NAMES = {
        "org.jnvm.fuzz.Canary",
        "org.jnvm.fuzz.ListedCanary",
        "org.jnvm.fuzz.Missing",
        "org.jnvm.fuzz.Thing",
        "org.jnvm.fuzz.Mended",
        "org.jnvm.pdt.PString",
        "org.jnvm.pdt.PHashMap",
        "jnvm.SlotArray",
        "java.lang.Object",
        "java.lang.Runtime",
        "[I",
        "",
        "-",
        "../../etc/passwd",
        "\u0000",
    };

    private String edit(String text) {
        String[] lines = text.split("\n", -1);
        int chosen = random.nextInt(lines.length);
        String[] words = lines[chosen].split(" ", -1);
        switch (random.nextInt(12)) {
            case 0 -> lines[0] = "class " + NAMES[random.nextInt(NAMES.length)];
            case 1 -> lines[chosen] = "extends " + NAMES[random.nextInt(NAMES.length)];
            case 2 -> lines[chosen] = "extends " + lines[0].substring(Math.min(6, lines[0].length()));
            case 3 -> lines[chosen] = "bytes " + anyNumber();
            case 4 ->
                lines[chosen] = "tail " + "ZBSCIJFDLVEX".charAt(random.nextInt(12)) + " " + small() + " " + small();
            case 5 -> lines[chosen] = "field x y " + "ZBSCIJFDLVE[;".charAt(random.nextInt(13)) + " " + small();
            case 6 -> lines[chosen] = "";
            case 7 -> lines[chosen] = lines[random.nextInt(lines.length)];
            case 8 -> lines[chosen] = "recover";
            case 9 -> lines[chosen] = "canonical";
            case 10 -> {
                return random.nextBoolean() ? "" : text.substring(0, random.nextInt(text.length() + 1));
            }
            default -> {
                words[random.nextInt(words.length)] = switch (random.nextInt(3)) {
                    case 0 -> NAMES[random.nextInt(NAMES.length)];
                    case 1 -> Long.toString(small());
                    default -> Long.toString(anyNumber());
                };
                lines[chosen] = String.join(" ", words);
            }
        }
        return String.join("\n", lines);
    }

    private long small() {
        return random.nextInt(4) == 0 ? anyNumber() : 8L * random.nextInt(100);
    }

    private String slots() {
        int block = pick(image.masters(Image.SLOT_ARRAY));
        switch (random.nextInt(5)) {
            case 0 -> image.putLong(block + 16, random.nextBoolean() ? random.nextInt(40) : anyNumber());
            case 1 -> image.putLong(block + 8, image.referenceTo(pick(image.masters(Image.SLOT_ARRAY))));
            case 2 -> image.putLong(block + 8, anyReference());
            case 3 -> // two slots lead to one object
                image.putLong(block + 24 + 8 * random.nextInt(29), image.getLong(block + 24 + 8 * random.nextInt(29)));
            default -> image.putLong(block + 24 + 8 * random.nextInt(29), anyReference());
        }
        return "slot array at " + at(block);
    }

    private String rootEntry() {
        List<Integer> entries = image.masters(Image.ROOT_ENTRY);
        int entry = pick(entries);
        switch (random.nextInt(5)) {
            case 0 -> image.putLong(entry + 16, anyNumber());
            case 1 -> image.putLong(entry + 16, image.getLong(entry + 16) + random.nextInt(600) - 300);
            case 2 -> image.putLong(entry + 8, anyReference());
            case 3 -> image.putLong(entry + 24, random.nextLong()); // hardly UTF-8
            default -> { // two roots of one name
                int other = pick(entries);
                for (int i = 16; i < Image.BLOCK; i++) {
                    image.put(entry + i, image.get(other + i));
                }
            }
        }
        return "root entry at " + at(entry);
    }

    private String string() {
        int string = pick(image.objects(Image.STRING));
        switch (random.nextInt(5)) {
            case 0 -> image.put(string + 8, (byte) (random.nextBoolean() ? random.nextInt(4) : random.nextInt()));
            case 1 -> image.putInt(string + 12, random.nextInt());
            case 2 -> image.putLong(string + 16, anyNumber());
            case 3 -> image.putLong(string + 16, image.getLong(string + 16) + random.nextInt(16) - 8);
            default -> image.put(string + 24 + random.nextInt(200), (byte) (0xC0 + random.nextInt(64)));
        }
        return "string at " + at(string);
    }

    /** Makes a redo log that counts as committed, with entries that lead anywhere. */
    private String log() {
        List<Integer> logs = image.masters(Image.LOG);
        int log = logs.isEmpty() ? pick(image.masters(0)) : pick(logs);
        if (logs.isEmpty() || image.getLong(Image.LOGS) == 0) {
            image.putLong(log, Image.header(Image.LOG, true, 0, (int) image.getLong(log)));
            image.putLong(log + 8, 0);
            image.putLong(Image.LOGS, image.referenceTo(log));
        }
        int count = 1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 5);
        long number = random.nextInt(5) == 0 ? anyNumber() : 1 + random.nextInt(1000);
        long checksum = Image.logChecksum(Image.LOG_CHECKSUM, number, count);
        StringBuilder what = new StringBuilder("log at " + at(log) + " committed, entries");
        for (int i = 0; i < count; i++) {
            long head = (long) (random.nextInt(20) == 0 ? random.nextInt(256) : 1 + random.nextInt(5)) << 56 | target();
            long argument = switch (random.nextInt(4)) {
                case 0 -> target();
                case 1 -> anyNumber();
                case 2 -> anyReference();
                default -> image.getLong(pick(image.masters(0)));
            };
            if (head >>> 56 == 5 && random.nextInt(4) > 0) { // a run, with some of what follows
                argument = 1 + random.nextInt(2 * (count - i));
            }
            int place = image.logUnit(log, i);
            image.putLong(place, head);
            image.putLong(place + 8, argument);
            checksum = Image.logChecksum(checksum, head, argument);
            what.append(' ').append(hex(head)).append('<').append(hex(argument));
        }
        image.putLong(log + 24, random.nextInt(16) == 0 ? anyNumber() : count);
        image.putLong(log + 32, random.nextInt(16) == 0 ? anyNumber() : checksum);
        image.putLong(log + 16, number);
        if (random.nextInt(8) == 0) {
            image.putLong(log + 8, logs.isEmpty() ? anyReference() : image.referenceTo(pick(logs)));
        }
        return what.toString();
    }

    private long target() {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(Image.BLOCKS) & -8;
            case 1 -> image.size() + 256L * random.nextInt(4);
            case 2 -> random.nextLong() >>> 16;
            case 3 -> Image.STATE + 8L * random.nextInt(4);
            case 4 -> pick(image.references());
            case 5 -> pick(image.masters(0)) + 8L * random.nextInt(32);
            default -> pick(image.masters(0));
        };
    }

    private String list() {
        List<Integer> all = image.objects(Image.ELEMENTS);
        int elements = pick(all);
        switch (random.nextInt(5)) {
            case 0 -> image.putLong(elements + 8, anyNumber());
            case 1 -> image.putLong(elements + 16, anyNumber());
            case 2 -> image.putLong(elements + 8, image.getLong(elements + 16) + random.nextInt(3));
            case 3 -> image.putLong(pick(image.objects(Image.LIST)) + 8, anyReference());
            default -> // two lists share their elements, or a list is its own element
                image.putLong(
                        elements + 24 + 8 * random.nextInt(29),
                        image.referenceTo(pick(random.nextBoolean() ? all : image.objects(Image.LIST))));
        }
        return "list elements at " + at(elements);
    }

    private String map() {
        List<Integer> maps = image.objects(Image.MAP);
        int map = pick(maps);
        int segment = pick(image.objects(Image.TABLE_SEGMENT));
        int entry = segment + 64 + 16 + 64 * random.nextInt(3) + 16 * random.nextInt(3);
        switch (random.nextInt(9)) {
            case 0 -> image.putLong(map + 8, image.getLong(pick(maps) + 8)); // two maps share their table
            case 1 -> image.putLong(map + 8, anyReference());
            case 2 -> image.putLong(entry, image.referenceTo(pick(maps))); // a map as key: its hash is its content's
            case 3 -> image.putLong(entry, image.getLong(segment + 64 + 16)); // a key twice
            case 4 -> image.putLong(entry + 8 * random.nextInt(2), anyReference());
            case 5 -> image.putLong(segment + 8, anyNumber()); // lines
            case 6 -> image.putLong(segment + 16, anyReference()); // next
            case 7 -> image.putLong(segment + 16, image.referenceTo(segment));
            default -> image.putLong(segment + 64 + 8 * random.nextInt(24), random.nextLong());
        }
        return "map at " + at(map) + ", segment at " + at(segment);
    }

    private String tree() {
        int leaf = pick(image.objects(Image.TREE_LEAF));
        int pair = leaf + 64 + 16 * random.nextInt(8);
        List<Integer> nodes = image.objects(Image.TREE_NODE);
        switch (random.nextInt(nodes.isEmpty() ? 7 : 10)) {
            case 0 -> image.putLong(leaf + 8, anyNumber()); // places
            case 1 -> image.putLong(leaf + 16, anyReference()); // next
            case 2 -> image.putLong(leaf + 16, image.referenceTo(leaf));
            case 3 -> image.putLong(pair + 8 * random.nextInt(2), anyReference());
            case 4 -> image.putLong(pair, image.getLong(leaf + 64)); // a key twice
            case 5 -> image.putLong(leaf + 24 + 8 * random.nextInt(5), random.nextLong()); // order, count, skip
            case 6 -> image.putLong(leaf + 64 + 8 * random.nextInt(24), random.nextLong());
            case 7 -> image.putLong(pick(nodes) + 8, anyNumber()); // children
            case 8 -> image.putLong(pick(nodes) + 64, image.referenceTo(pick(nodes))); // an end in itself
            default -> image.putLong(pick(nodes) + 64 + 8 * random.nextInt(4), anyReference());
        }
        return "leaf at " + at(leaf);
    }

    /** Says of blocks that they have no headers, or that they have some; of one that begins an extent or a page, too. */
    private String interior() {
        List<Integer> interior = image.interiorBlocks();
        boolean one = random.nextBoolean() && !interior.isEmpty();
        int block = one ? pick(interior) : pick(image.masters(0)) + (random.nextBoolean() ? 0 : Image.BLOCK);
        int count = 1 + random.nextInt(random.nextBoolean() ? 2 : 20);
        for (int i = 0; i < count; i++) {
            int at = block + i * Image.BLOCK;
            image.setInterior(at, i == 0 ? !image.isInterior(at) : random.nextBoolean());
        }
        if (random.nextInt(3) == 0) {
            plantedHeader();
        }
        return "interior map for " + count + " blocks from " + at(block);
    }

    /** Says of an object that it is an extent, or of one that it has another number of blocks. */
    private String extent() {
        int block = pick(image.masters(0));
        long old = image.getLong(block);
        long blocks = switch (random.nextInt(4)) {
            case 0 -> random.nextInt(6);
            case 1 -> random.nextInt(image.size() >> 8);
            case 2 -> (old >>> 8 & 0xFFFF) + 1 - random.nextInt(3);
            default -> anyNumber() & (1L << 39) - 1;
        };
        image.putLong(block, Image.header(Image.classId(old), Image.isValid(old), Image.extent(blocks), (int) old));
        return "extent at " + at(block) + " of " + blocks + " blocks";
    }

    /** Writes into objects, where blocks would begin, what looks like headers; and refers there. */
    private void plantedHeader() {
        List<Integer> interior = image.interiorBlocks();
        if (interior.isEmpty()) {
            return;
        }
        int block = pick(interior);
        image.putLong(block, image.getLong(pick(image.masters(0))) & -256 | random.nextInt(2));
        List<Integer> references = image.references();
        if (!references.isEmpty()) {
            image.putLong(pick(references), Image.reference(1, random.nextInt(2), block));
        }
    }

    /** Damages a slab or one of its slots. */
    private String slot() {
        List<Integer> pools = image.pools();
        if (pools.isEmpty()) {
            return word();
        }
        int pool = pick(pools);
        int slot = pick(image.slots(pool));
        long old = image.getLong(slot);
        int id = Image.classId(old);
        long length = Image.next(old);
        boolean valid = Image.isValid(old);
        switch (random.nextInt(10)) {
            case 0 -> id = random.nextInt(80);
            case 1 -> valid = !valid;
            case 8 -> plantedHeader();
            case 9 -> { // a page that is none, or of another size
                int page = pick(image.masters(0)) & -Image.PAGE;
                image.putLong(page, image.poolHeader(random.nextInt(20), anyNext(page), random.nextInt(3)));
            }
            case 2 ->
                length = switch (random.nextInt(3)) {
                    case 0 -> random.nextInt(300);
                    case 1 -> Image.link(pick(image.masters(0))); // as that of an object which has outgrown its slot
                    default -> anyNumber();
                };
            case 3 -> old = random.nextInt(256); // generation
            case 4 -> { // slots of another size
                long header = image.getLong(pool);
                image.putLong(pool, image.poolHeader(random.nextInt(20), Image.next(header), (int) header));
            }
            case 5 -> image.putLong(slot + 8, random.nextBoolean() ? anyNumber() : anyReference());
            case 6 -> { // a slab as an object of several blocks
                long header = image.getLong(pool);
                image.putLong(pool, Image.header(Image.classId(header), true, anyNext(pool), (int) header));
            }
            default -> id = Image.classId(image.getLong(pick(image.objects(0))));
        }
        image.putLong(slot, Image.header(id, valid, length, (int) old & 0xFF));
        return "slot " + at(slot) + " of the slab at " + at(pool) + " = " + hex(image.getLong(slot));
    }

    private String enumRecord() {
        List<Integer> records = image.objects(Image.ENUM_RECORD);
        if (records.isEmpty()) {
            return classRecord();
        }
        int record = pick(records);
        switch (random.nextInt(5)) {
            case 0 -> image.putInt(record + 16, random.nextBoolean() ? random.nextInt(5) : (int) anyNumber());
            case 1 -> image.putLong(record + 24, anyNumber());
            case 2 -> image.putLong(record + 8, anyReference());
            default -> image.put(record + 32 + random.nextInt(40), (byte) random.nextInt());
        }
        if (random.nextInt(5) != 0) {
            image.sealRecord(record);
        }
        return "record of an enum constant at " + at(record) + ", id " + image.getInt(record + 16);
    }

    /** Damages what a clean close left behind the heap, with checksums that hold or not. */
    private String freeMap() {
        int map = image.freeMap();
        if (map == 0) {
            return state();
        }
        int place = map + (random.nextBoolean() ? 8 * random.nextInt(8) : random.nextInt(image.size() - map) & -8);
        long value = random.nextInt(3) == 0 ? image.getLong(place) ^ 1L << random.nextInt(64) : anyNumber();
        image.putLong(place, value);
        boolean sealed = random.nextInt(4) != 0;
        if (sealed) {
            image.sealFreeMap();
        }
        return "free map word " + (place - map) + " = " + hex(value) + (sealed ? "" : ", checksum wrong");
    }
}
