package org.jnvm.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Heap files with random and structure-aware damage; each follows from a seed and its number. */
public final class DamagedFiles {
    private static final String[] WAYS = Damage.WAYS.keySet().toArray(new String[0]);

    private final long seed;
    private final List<SoundHeaps.Sound> sound;

    /**
     * A damaged file.
     *
     * @param base what it was before
     * @param original its bytes then
     * @param bytes its bytes
     * @param damage what was done
     * @param log whether a redo log was damaged: its replay can change the file before the file is refused
     * @param random for what else is chosen by seed and number
     */
    public record Damaged(
            String base, byte[] original, byte[] bytes, List<String> damage, boolean log, Random random) {}

    /**
     * Makes the heaps that are damaged.
     *
     * @param seed of the series
     * @param work a folder to make them in
     */
    public DamagedFiles(long seed, Path work) {
        this.seed = seed;
        this.sound = SoundHeaps.make(work);
    }

    /** Returns a file by its number. */
    public Damaged make(long number) {
        Random random = new Random(seed * 1_000_003 + number);
        random.nextInt();
        SoundHeaps.Sound base = sound.get(random.nextInt(16) == 0 ? 2 + random.nextInt(2) : random.nextInt(2));
        Image image = new Image(base.bytes().clone());
        Damage damage = new Damage(image, base.older(), random);
        List<String> what = new ArrayList<>();
        boolean log = false;
        for (int i = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1; i > 0; i--) {
            String way = WAYS[random.nextInt(WAYS.length)];
            what.add(way + ": " + Damage.WAYS.get(way).apply(damage));
            log |= way.equals("log");
            if (image.size() < Image.BLOCKS + Image.BLOCK) {
                break; // nothing left to damage
            }
        }
        return new Damaged(base.name(), base.bytes(), image.bytes(), what, log, random);
    }
}
