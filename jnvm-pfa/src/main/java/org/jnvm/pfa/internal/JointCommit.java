package org.jnvm.pfa.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jnvm.internal.transaction.JointRecord;

/**
 * The commit of a failure-atomic block over several heaps. Each heap gets its record; that of the first one decides for
 * all: it is written when the others are durable. Until theirs say that they are settled, it stays.
 */
// persist-order: I33 of docs/PERSIST-ORDER.md
//   [records of the others, with what they refer to] < F1 of each < [record of the decider] < F1: the block is
// committed
//      < [records of the others: settled] < psync of each < [record of the decider: settled]; what may erase a record
//   crash before F1 of the decider: the others have records that are not settled, and the decider has none; dropped
//   crash after it: the decider has its record, as nobody else gets the lock of its lane; all are replayed
//   crash after the settling: each record counts by itself, as one of a block on one heap
final class JointCommit {
    private JointCommit() {}

    /**
     * Commits. If it throws, each of the commits says whether it is done, and its lane whether it broke off; where neither
     * is so, nothing was changed.
     *
     * @param commits of each heap in which the block did anything, in the order in which lanes are locked; at least one
     * @param members their heaps
     */
    static void run(List<Commit> commits, List<JointRecord.Member> members) {
        List<Commit> recorded = new ArrayList<>();
        List<JointRecord.Member> recordedOn = new ArrayList<>();
        for (int i = 0; i < commits.size(); i++) {
            if (commits.get(i).records()) {
                recorded.add(commits.get(i));
                recordedOn.add(members.get(i));
            }
        }
        if (recorded.size() > 1) {
            long block = ThreadLocalRandom.current().nextLong();
            for (int i = 0; i < recorded.size(); i++) {
                recorded.get(i).recordJointly(JointRecord.encode(block, i, recordedOn));
            }
            lockAndCommit(recorded);
            for (Commit commit : recorded) {
                commit.endJointly();
            }
        } else if (recorded.size() == 1) {
            recorded.get(0).run();
        }
        for (Commit commit : commits) {
            if (!recorded.contains(commit)) {
                commit.run(); // of new objects only: there is nothing to be made durable
            }
        }
    }

    /** Locks the lanes; what was locked is unlocked whatever comes. Not as a recursion, for which the stack may have no room. */
    private static void lockAndCommit(List<Commit> commits) {
        Lane[] lanes = new Lane[commits.size()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = commits.get(i).lane();
        }
        int locked = 0;
        try {
            for (; locked < lanes.length; locked++) {
                lanes[locked].lockJointly();
            }
            commitLocked(commits);
        } finally {
            while (locked > 0) {
                lanes[--locked].unlockJointly();
            }
        }
    }

    private static void commitLocked(List<Commit> commits) {
        for (Commit commit : commits) {
            commit.reserveJointly(); // all of them, before anything is written
        }
        Commit decider = commits.get(0);
        int written = 1;
        try {
            for (; written < commits.size(); written++) {
                commits.get(written).writeJointly();
            }
        } catch (RuntimeException | Error e) {
            drop(commits, written, e);
            throw e;
        }
        decider.writeJointly();
        for (Commit commit : commits) {
            commit.decided();
        }
        for (int i = 1; i < commits.size(); i++) {
            Lane lane = commits.get(i).lane();
            lane.settleJointly();
            lane.psyncJointly();
        }
        decider.lane().settleJointly();
        for (Commit commit : commits) {
            commit.applyJointly();
        }
    }

    /**
     * Takes back the records before one that could not be written. That one stays, maybe, and its heap is poisoned: the
     * next opening finds that the decider has none. So is a heap whose record cannot be taken back.
     */
    private static void drop(List<Commit> commits, int end, Throwable cause) {
        for (int i = 1; i < end; i++) {
            try {
                commits.get(i).lane().dropJointly();
            } catch (RuntimeException | Error e) {
                Hooks.suppress(cause, e);
            }
        }
    }
}
