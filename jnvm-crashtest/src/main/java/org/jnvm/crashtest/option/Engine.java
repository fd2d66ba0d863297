package org.jnvm.crashtest.option;

/** How crash images are looked for. See docs/CRASH-TESTING.md. */
public enum Engine {
    /** None: looks at the trace for write-backs and fences that are missing, of what would survive, or superfluous. */
    LINT,
    /** At each crash point two images: as old, and as new, as it may be. */
    PREFIX,
    /** Those, and each in which one line, sector or page differs from them. */
    DEVIATION,
    /** Images at random, by seed. */
    RANDOM,
    /** All images. */
    EAGER,
    /** All that what is read after the crash can tell apart: what a line holds is decided when it is read. */
    LAZY,
    /** {@link #PREFIX}, and a second crash while the first one is recovered from. */
    RECURSIVE,
    /** {@link #PREFIX}, with bits flipped, sectors torn and pages zeroed: refused or repaired, whatever was lost. */
    MEDIA
}
