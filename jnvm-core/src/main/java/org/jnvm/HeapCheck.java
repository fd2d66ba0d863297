package org.jnvm;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@link Heap#check()} found; immutable. */
public final class HeapCheck {
    /** How bad a finding is. */
    public enum Severity {
        /** The file is damaged: recovery refuses it, or cannot repair it. */
        ERROR,
        /** Something is not as it should be; recovery repairs it, by setting a reference to null or freeing a block. */
        WARNING,
        /** No inconsistency, but worth knowing. */
        INFO
    }

    /** The rules that are checked, each with the severity of what breaks it, unless the finding says otherwise. */
    public enum Rule {
        /** A copy of the superblock is damaged; the other one stands. */
        SUPERBLOCK(Severity.WARNING),
        /** The bump pointer is out of range; as {@code WARNING}, the word for holes is none that can be. */
        STATE_WORD(Severity.ERROR),
        /** The class table has a record that is damaged or cannot be. */
        CLASS_TABLE(Severity.ERROR),
        /** The table of enum constants has a record that is damaged or cannot be. */
        ENUM_TABLE(Severity.ERROR),
        /** The root map leads to something else than slot arrays and root entries, or twice to one, or to one name. */
        ROOT_MAP(Severity.ERROR),
        /** The list of redo logs is broken; as {@code INFO}, a committed log waits to be replayed. */
        REDO_LOG(Severity.ERROR),
        /** The class of a reachable object is not in the class table. */
        UNKNOWN_CLASS(Severity.ERROR),
        /** The blocks of a reachable object are not linked as they should be. */
        BROKEN_CHAIN(Severity.ERROR),
        /** A block belongs to two reachable objects, or twice to one. */
        SHARED_BLOCK(Severity.ERROR),
        /** The number of elements of an object is impossible, or the object does not fit its blocks or its slot. */
        IMPOSSIBLE_LENGTH(Severity.ERROR),
        /** The header of a slab is impossible. */
        SLAB(Severity.ERROR),
        /** A slot array does not have as many as it must. */
        SLOT_ARRAY(Severity.ERROR),
        /**
         * Two fields own one string or box: it is gone for one when the other is given another value. Recovery does not
         * look at it.
         */
        SHARED_VALUE(Severity.ERROR),
        /**
         * An enum field holds an id that the table of enum constants does not have, or has for another enum. Recovery
         * does not look at it; reading the field throws {@link HeapFormatException}.
         */
        ENUM_CONSTANT(Severity.ERROR),
        /** A reachable block or slot is in the allocator's free store. */
        FREE_AND_REACHABLE(Severity.ERROR),
        /** A reference leads to no object, or to one that was freed since, also if its memory has a new owner. */
        DANGLING_REFERENCE(Severity.WARNING),
        /** A reference leads to an object that is not valid: a crash would lose it. */
        INVALID_OBJECT(Severity.WARNING),
        /** A reference leads to an object of a class that its field does not allow. */
        WRONG_CLASS(Severity.WARNING),
        /** A reachable object lies beyond the bump pointer. */
        BEYOND_BUMP(Severity.WARNING),
        /** A header is valid and has no class. */
        IMPOSSIBLE_HEADER(Severity.WARNING),
        /** Nothing leads to an object: it is being made, or it was not freed. */
        UNREACHABLE_OBJECT(Severity.INFO);

        private final Severity severity;

        Rule(Severity severity) {
            this.severity = severity;
        }

        /** Returns how bad it is to break the rule. */
        public Severity severity() {
            return severity;
        }
    }

    /**
     * One thing that was found.
     *
     * @param rule which rule is broken
     * @param severity how bad it is
     * @param address heap-relative offset in bytes of the block, slot or word
     * @param className the class of the object that it is found in, or null where there is none
     * @param field the field or element of the object, or null
     * @param message what was found, with the values seen
     */
    public record Finding(
            Rule rule,
            Severity severity,
            long address,
            @Nullable String className,
            @Nullable String field,
            String message) {
        @Override
        public String toString() {
            return severity + " " + rule + " at 0x" + Long.toHexString(address)
                    + (className == null ? "" : ", " + className + (field == null ? "" : "." + field)) + ": " + message;
        }
    }

    private final Path heap;
    private final List<Finding> findings;
    private final Map<Rule, Long> counts;
    private final Map<Severity, Long> severities;
    private final long objects;
    private final long blocks;

    /**
     * Makes a result; for core.
     *
     * @param heap the heap file
     * @param findings what is listed
     * @param counts how often each rule was broken, also beyond what is listed
     * @param severities how many findings there were of each severity
     * @param objects reachable objects
     * @param blocks their blocks
     */
    public HeapCheck(
            Path heap,
            List<Finding> findings,
            Map<Rule, Long> counts,
            Map<Severity, Long> severities,
            long objects,
            long blocks) {
        this.heap = heap;
        this.findings = List.copyOf(findings);
        this.counts = new EnumMap<>(Rule.class);
        this.counts.putAll(counts);
        this.severities = new EnumMap<>(Severity.class);
        this.severities.putAll(severities);
        this.objects = objects;
        this.blocks = blocks;
    }

    /** Tells whether there was no inconsistency: neither an error nor a warning. */
    public boolean isSound() {
        return isRecoverable() && count(Severity.WARNING) == 0;
    }

    /** Tells whether there was no error: what was found, recovery repairs. */
    public boolean isRecoverable() {
        return count(Severity.ERROR) == 0;
    }

    /** Returns what was found, in no particular order; of each rule at most 100 findings. */
    public List<Finding> findings() {
        return findings;
    }

    /** Returns how often a rule was broken, also beyond what is listed. */
    public long count(Rule rule) {
        return counts.getOrDefault(rule, 0L);
    }

    /** Returns how many findings there were of a severity, also beyond what is listed. */
    public long count(Severity severity) {
        return severities.getOrDefault(severity, 0L);
    }

    /** Returns how many objects are valid and reachable. */
    public long objects() {
        return objects;
    }

    /** Returns how many blocks they occupy. */
    public long blocks() {
        return blocks;
    }

    /** Returns the heap file. */
    public Path heap() {
        return heap;
    }

    /** Returns a summary, the counts by rule, and what is listed, one a line. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        out.append(isSound() ? "sound" : isRecoverable() ? "recoverable" : "damaged");
        out.append(": heap=").append(heap).append(", objects=").append(objects);
        out.append(", blocks=").append(blocks).append(", findings=").append(counts);
        for (Finding finding : findings) {
            out.append("\n  ").append(finding);
        }
        return out.toString();
    }
}
