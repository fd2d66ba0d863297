package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.bench.harness.Flags;

/**
 * An embedded store, and what an operation that it acknowledged survives.
 *
 * @param rival the store
 * @param durability one of those that the store offers
 */
public record RivalContender(Rival rival, Durability durability) implements Contender {
    /** The names of {@link #words}. */
    public static final List<String> COLUMNS = List.of("store", "survives");

    /** Refuses what the store does not offer. */
    public RivalContender {
        if (!rival.durabilities().contains(durability)) {
            throw new IllegalArgumentException("store does not offer that: store=" + rival + ", wanted=" + durability
                    + ", offered=" + rival.durabilities());
        }
    }

    @Override
    public List<String> words() {
        return Contender.words(rival, durability);
    }

    /** Returns the contender that {@link #words} tells of. */
    public static RivalContender of(List<String> words) {
        Contender.require(words, COLUMNS);
        return new RivalContender(Rival.valueOf(words.get(0)), Durability.valueOf(words.get(1)));
    }

    @Override
    public String title() {
        return rival.title(durability);
    }

    @Override
    public boolean isConcurrent() {
        return rival.isConcurrent();
    }

    @Override
    public List<String> flags(int heapMib) {
        List<String> flags = new ArrayList<>(Flags.OPENED.touched(heapMib));
        flags.addAll(rival.flags());
        if (durability == Durability.INTERVAL) {
            flags.add("-Dorg.jnvm.interval=100");
        }
        return flags;
    }

    @Override
    public Store open(Path file, long records, int fields, int length) {
        return rival.open(new Rival.Opening(file, records, fields, length, durability));
    }
}
