package org.jnvm;

/** How far a program trusts a heap file that it opens. */
public enum Trust {
    /**
     * The default: what a crash or chance has damaged is repaired or refused. Checksums of superblock, logs and tables are compared,
     * references are checked where a proxy is made, and the recovery pass checks the structure.
     */
    TRUSTED,
    /** All of the file is checked, as {@link Heap#check()} does, before it is changed and before any code of the program runs. */
    VERIFY,
    /**
     * For files that somebody else made: a copy is opened, read-only, and all of it is checked first. No {@code recover()} of the
     * program's classes is called. The file is not changed, and whoever changes it meanwhile changes nothing here.
     */
    UNTRUSTED
}
