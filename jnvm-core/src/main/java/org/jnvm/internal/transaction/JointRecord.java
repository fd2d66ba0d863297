package org.jnvm.internal.transaction;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jnvm.internal.layout.LogLayout;
import org.jspecify.annotations.Nullable;

/**
 * What the record of one heap says of a failure-atomic block over several heaps: which they are. The first of them
 * decides: the block is committed if that one has its record as a whole.
 *
 * <p>The words of the entry: the number of the block, unique among all; the place of this heap among the heaps; how many
 * there are; then of each the two words of its id, the number of bytes of its absolute path, and these as UTF-8, filled up
 * with zeros.
 *
 * @param log the heap offset of the log that has the record
 * @param id the number of the block
 * @param own the place of the heap that has the record, from 0
 * @param settled whether the record needs no other heap any more
 * @param members the heaps
 */
public record JointRecord(long log, long id, int own, boolean settled, List<Member> members) {
    /** The most heaps that a block may have. */
    public static final int MOST_HEAPS = 64;

    private static final int MOST_PATH_BYTES = 1 << 16;

    /**
     * A heap of the block.
     *
     * @param heap its id
     * @param path its file, absolute, when the block was committed
     */
    public record Member(UUID heap, Path path) {}

    /** Returns the heap that decides. */
    public Member decider() {
        return members.get(0);
    }

    /** Tells whether this heap decides. */
    public boolean decides() {
        return own == 0;
    }

    /** Returns the words that say of which heaps a block is. */
    public static long[] encode(long id, int own, List<Member> members) {
        List<byte[]> paths = members.stream()
                .map(member -> member.path().toString().getBytes(StandardCharsets.UTF_8))
                .toList();
        int words = 3;
        for (byte[] path : paths) {
            words += 3 + wordsOf(path.length);
        }
        ByteBuffer bytes = ByteBuffer.allocate(words * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(id).putLong(own).putLong(members.size());
        for (int i = 0; i < paths.size(); i++) {
            UUID heap = members.get(i).heap();
            byte[] path = paths.get(i);
            bytes.putLong(heap.getMostSignificantBits())
                    .putLong(heap.getLeastSignificantBits())
                    .putLong(path.length)
                    .put(path)
                    .position((bytes.position() + Long.BYTES - 1) & -Long.BYTES);
        }
        long[] encoded = new long[words];
        bytes.flip().asLongBuffer().get(encoded);
        return encoded;
    }

    private static int wordsOf(int bytes) {
        return (bytes + Long.BYTES - 1) / Long.BYTES;
    }

    /** Returns what {@link #encode} has encoded; null if it can have encoded no such words. */
    public static @Nullable JointRecord decode(long log, boolean settled, long[] words) {
        if (words.length < 3 || words[2] < 2 || words[2] > MOST_HEAPS || words[1] < 0 || words[1] >= words[2]) {
            return null;
        }
        List<Member> members = new ArrayList<>();
        int at = 3;
        while (members.size() < words[2]) {
            if (words.length - at < 3 || words[at + 2] < 0 || words[at + 2] > MOST_PATH_BYTES) {
                return null;
            }
            int length = (int) words[at + 2];
            int next = at + 3 + wordsOf(length);
            if (next > words.length) {
                return null;
            }
            ByteBuffer bytes = ByteBuffer.allocate(wordsOf(length) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asLongBuffer().put(words, at + 3, wordsOf(length));
            Path path;
            try {
                path = Path.of(new String(bytes.array(), 0, length, StandardCharsets.UTF_8));
            } catch (InvalidPathException e) {
                return null;
            }
            members.add(new Member(new UUID(words[at], words[at + 1]), path));
            at = next;
        }
        return at == words.length ? new JointRecord(log, words[0], (int) words[1], settled, members) : null;
    }

    /** Tells whether a settled word belongs to a record. */
    public static boolean isSettled(long word, long checksum) {
        return word == LogLayout.settled(checksum);
    }
}
