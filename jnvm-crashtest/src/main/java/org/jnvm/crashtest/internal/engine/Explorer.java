package org.jnvm.crashtest.internal.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jnvm.crashtest.internal.model.Chooser;
import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.CrashPoint;
import org.jnvm.crashtest.internal.model.CrashPoints;
import org.jnvm.crashtest.internal.model.Memory;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.crashtest.option.Pruning;

/** Goes through the crash points of a trace, and has images of each judged, up to the first bad one. */
public final class Explorer {
    private static final String GOOD = "";

    private final Trace trace;
    private final PersistenceMode mode;
    private final Judge judge;
    private final Pruning pruning;
    private final long seed;
    /** Most images, or runs of recovery, of one crash point. */
    private final long bound;
    /** Verdicts by progress and content: mutants of a trace share most images with each other. */
    private final Map<Long, String> verdicts = new HashMap<>();
    /** Crash points that turned out to be good, as far as the pruning tells them apart. */
    private final Set<Object> good = new HashSet<>();

    /** How many crashes of recoveries follow each other. */
    private int recoveryCrashes = 1;

    private Predicate<CrashPoint> wanted = point -> true;
    private int crashPoints;
    private long runs;
    private boolean complete;

    /**
     * Prepares explorations.
     *
     * @param trace what happened
     * @param mode what memory may hold after a crash
     * @param judge judges images
     * @param pruning which crash points are left out
     * @param seed of what is random
     * @param bound the most images, or runs of recovery, that are looked at for one crash point
     */
    public Explorer(Trace trace, PersistenceMode mode, Judge judge, Pruning pruning, long seed, long bound) {
        this.trace = trace;
        this.mode = mode;
        this.judge = judge;
        this.pruning = pruning;
        this.seed = seed;
        this.bound = bound;
    }

    /** Considers some crash points only from now on, such as those that no other exploration has. */
    public void only(Predicate<CrashPoint> some) {
        wanted = some;
    }

    /** Sets how many crashes of recoveries the recursive engine lets follow each other. Without it, 1. */
    public Explorer recoveryCrashes(int depth) {
        recoveryCrashes = depth;
        return this;
    }

    /** Returns how many crash points were considered so far. */
    public int crashPoints() {
        return crashPoints;
    }

    /** Returns how many distinct images, or runs of the lazy engine, were judged so far. */
    public long images() {
        return verdicts.size() + runs;
    }

    /**
     * Explores.
     *
     * @param engine how
     * @param dropped indexes of write-backs and fences of the trace that do not happen
     * @param randomImages images at random at each point, with those that the engine chooses
     * @return what came of it
     */
    public Result explore(Engine engine, Set<Integer> dropped, int randomImages) {
        return explore(engine, new CrashPoints(trace, mode, dropped), randomImages);
    }

    /**
     * Explores another trace from the same beginning; what was judged is not judged again.
     *
     * @param engine how
     * @param other the trace
     * @return what came of it
     */
    public Result explore(Engine engine, Trace other) {
        return explore(engine, new CrashPoints(other, mode, Set.of()), 0);
    }

    private Result explore(Engine engine, CrashPoints points, int randomImages) {
        complete = true;
        int before = crashPoints;
        long imagesBefore = images();
        Function<CrashPoint, Failure> each = each(engine, randomImages);
        Failure failure = null;
        for (CrashPoint point = points.next(); point != null && failure == null; point = points.next()) {
            if (!wanted.test(point)) {
                continue;
            }
            crashPoints++;
            complete &= !point.isCut();
            Object alike = alike(engine, point);
            if (alike == null || !good.contains(alike)) {
                failure = each.apply(point);
                if (alike != null && failure == null && complete) {
                    good.add(alike);
                }
            }
        }
        return new Result(crashPoints - before, images() - imagesBefore, complete, failure);
    }

    /**
     * Goes through what crashes leave: the oldest and the newest image of each crash point, those that are equal once.
     *
     * @param taker is given each as bytes, which are its own
     */
    public void crashes(Consumer<byte[]> taker) {
        Set<Long> taken = new HashSet<>();
        CrashPoints points = new CrashPoints(trace, mode, Set.of());
        for (CrashPoint point = points.next(); point != null; point = points.next()) {
            CrashPoint now = point;
            Selection.prefix().images(point, states -> {
                CrashMemory memory = CrashMemory.decided(now, states);
                if (taken.add(memory.hash())) {
                    taker.accept(memory.bytes());
                }
                return true;
            });
        }
    }

    private record Alike(Engine engine, Progress progress, long images) {}

    private record SameSites(Engine engine, String sites) {}

    /** Returns what crash points have in common of which one is enough, or null. */
    private Object alike(Engine engine, CrashPoint point) {
        if (!pruning.includes(Pruning.EQUAL) || engine == Engine.RANDOM || engine == Engine.MEDIA) {
            return null;
        }
        return pruning.includes(Pruning.SITES)
                ? new SameSites(engine, point.sites())
                : new Alike(engine, point.progress(), point.hash());
    }

    private Function<CrashPoint, Failure> each(Engine engine, int randomImages) {
        return switch (engine) {
            case PREFIX -> point -> eager(engine, Selection.prefix(), point);
            case DEVIATION -> {
                Selection both = Selection.deviation().then(Selection.random(seed, randomImages));
                yield point -> eager(engine, both, point);
            }
            case RANDOM -> point -> eager(engine, Selection.random(seed, randomImages), point);
            case EAGER -> point -> eager(engine, Selection.all(bound), point);
            case LAZY -> this::lazy;
            case RECURSIVE -> {
                RecoveryCrashes crashes = recoveryCrashes();
                yield point -> {
                    long before = crashes.images();
                    Failure failure = crashes.at(point);
                    runs += crashes.images() - before;
                    return failure;
                };
            }
            case MEDIA -> {
                DamagedImages damaged = damagedImages(randomImages);
                yield point -> {
                    long before = damaged.images();
                    Failure failure = damaged.at(point);
                    runs += damaged.images() - before;
                    return failure;
                };
            }
            case LINT -> throw new IllegalArgumentException("has no images: engine=" + engine);
        };
    }

    private RecoveryCrashes recoveryCrashes() {
        return new RecoveryCrashes((Recovering) judge, mode, seed, bound, recoveryCrashes);
    }

    private DamagedImages damagedImages(int count) {
        return new DamagedImages((Recovering) judge, mode, seed, count);
    }

    private Failure eager(Engine engine, Selection selection, CrashPoint point) {
        Failure[] failure = new Failure[1];
        complete &= selection.images(point, states -> {
            String wrong = verdict(point, states);
            if (wrong != null) {
                failure[0] = failure(engine, point, states, states, wrong);
            }
            return wrong == null;
        });
        return failure[0];
    }

    /**
     * Judges an image, unless one with the same content was at the same progress.
     *
     * @return what is wrong, or null
     */
    String verdict(CrashPoint point, int[] states) {
        Progress progress = point.progress();
        long key = Memory.mix(Memory.mix(progress.acknowledged(), progress.started()), point.hash(states));
        String known = verdicts.get(key);
        if (known == null) {
            String wrong = judge.judge(CrashMemory.decided(point, states), progress);
            known = wrong == null ? GOOD : wrong;
            verdicts.put(key, known);
        }
        return known.equals(GOOD) ? null : known;
    }

    private Failure lazy(CrashPoint point) {
        ChoiceTree tree = new ChoiceTree();
        long left = bound;
        do {
            if (left-- == 0) {
                complete = false;
                return null;
            }
            CrashMemory memory = undecided(point, tree);
            String wrong = judge.judge(memory, point.progress());
            runs++;
            if (wrong != null) {
                return failure(Engine.LAZY, point, tree.choices(), memory.states(), wrong);
            }
        } while (tree.advance());
        return null;
    }

    private CrashMemory undecided(CrashPoint point, Chooser chooser) {
        return CrashMemory.undecided(point, chooser, pruning.includes(Pruning.RECORDS));
    }

    private Failure failure(Engine engine, CrashPoint point, int[] choices, int[] states, String wrong) {
        Replay replay = new Replay(engine, mode, seed, List.of(new Replay.Step(point.number(), choices)));
        return new Failure(replay, point.where(), point.progress(), states, wrong);
    }

    /**
     * Judges one image again.
     *
     * @param replay which
     * @param dropped as the exploration that found it
     * @return what is wrong with it, or null
     */
    public Failure replay(Replay replay, Set<Integer> dropped) {
        Replay.Step step = replay.steps().get(0);
        CrashPoint point = point(step.point(), dropped);
        if (replay.engine() != Engine.LAZY && !fits(point, step.choices())) {
            throw new IllegalArgumentException("the replay line is not one of this run: units="
                    + point.units().size() + ", choices=" + step.choices().length
                    + "; the code or the workload has changed since");
        }
        if (replay.engine() == Engine.RECURSIVE) {
            return recoveryCrashes()
                    .replay(
                            point,
                            step.choices(),
                            replay.steps().subList(1, replay.steps().size()));
        }
        if (replay.engine() == Engine.MEDIA) {
            return damagedImages(0)
                    .judge(point, step.choices(), replay.steps().get(1).point());
        }
        if (replay.engine() == Engine.LAZY) {
            CrashMemory memory = undecided(point, new FixedChoices(step.choices()));
            String wrong = judge.judge(memory, point.progress());
            return wrong == null ? null : failure(Engine.LAZY, point, step.choices(), memory.states(), wrong);
        }
        String wrong = judge.judge(CrashMemory.decided(point, step.choices()), point.progress());
        return wrong == null ? null : failure(replay.engine(), point, step.choices(), step.choices(), wrong);
    }

    private static boolean fits(CrashPoint point, int[] states) {
        boolean fits = states.length == point.units().size();
        for (int i = 0; fits && i < states.length; i++) {
            fits = states[i] < point.units().get(i).count();
        }
        return fits;
    }

    /** Returns a crash point by its number. */
    CrashPoint point(int number, Set<Integer> dropped) {
        CrashPoints points = new CrashPoints(trace, mode, dropped);
        CrashPoint point = points.next();
        while (point != null && point.number() != number) {
            point = points.next();
        }
        if (point == null) {
            throw new IllegalArgumentException("the replay line is not one of this run: crash point=" + number
                    + " does not exist; the code or the workload has changed since");
        }
        return point;
    }
}
