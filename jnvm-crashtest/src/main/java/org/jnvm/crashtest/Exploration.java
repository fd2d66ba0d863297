package org.jnvm.crashtest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jnvm.crashtest.internal.engine.Cause;
import org.jnvm.crashtest.internal.engine.Explorer;
import org.jnvm.crashtest.internal.engine.Failure;
import org.jnvm.crashtest.internal.engine.Finding;
import org.jnvm.crashtest.internal.engine.Lint;
import org.jnvm.crashtest.internal.engine.Replay;
import org.jnvm.crashtest.internal.engine.Result;
import org.jnvm.crashtest.internal.oracle.Expectations;
import org.jnvm.crashtest.internal.oracle.HeapJudge;
import org.jnvm.crashtest.internal.report.FailureText;
import org.jnvm.crashtest.option.Engine;

/**
 * One exploration.
 *
 * @param scenario what
 * @param engine how
 * @param folder for temporary files
 */
record Exploration(CrashScenario scenario, Engine engine, Path folder) {
    /** A failure is shrunk as long as this takes, in nanoseconds. */
    private static final long SHRINKING_NANOS = 20_000_000_000L;

    /** Explores. */
    CrashReport report() throws IOException {
        Recording recording = Recording.of(scenario, folder, Set.of());
        if (recording.stores() == 0 || recording.operations().isEmpty()) {
            return vacuous(
                    recording,
                    "explored nothing: operations=" + recording.operations().size() + ", stores=" + recording.stores()
                            + "; let the workload change the heap in operations");
        }
        if (engine == Engine.LINT) {
            return lint(recording);
        }
        return explored(recording);
    }

    /** Explores mutants of the workload; see {@link CrashMutants}. */
    CrashMutants mutants(Set<CrashMutants.Kind> kinds, Predicate<String> places) throws IOException {
        Recording recording = Recording.of(scenario, folder, Set.of());
        try (HeapJudge judge = judge(recording)) {
            return new Mutation(explorer(recording, judge), engine, recording.trace()).run(kinds, places);
        }
    }

    private CrashReport explored(Recording recording) throws IOException {
        try (HeapJudge judge = judge(recording)) {
            Explorer explorer = explorer(recording, judge);
            String asked = System.getProperty(Replay.PROPERTY);
            Result result = asked == null
                    ? explorer.explore(engine, Set.of(), scenario.randomImages())
                    : replayed(explorer, Replay.parse(asked));
            if (result.failure() != null) {
                return failed(recording, explorer, judge, result);
            }
            CrashReport good = report(recording, judge, result, null, null);
            String vacuous = asked == null ? vacuity(good) : null;
            return vacuous == null ? good : report(recording, judge, result, "\n  " + vacuous, null);
        }
    }

    /** Tells whether a replay line is one of an exploration. */
    static boolean isOf(Replay replay, CrashScenario scenario, Engine engine) {
        return replay.engine() == engine && replay.mode() == scenario.mode() && replay.seed() == scenario.seed();
    }

    private Result replayed(Explorer explorer, Replay replay) {
        return isOf(replay, scenario, engine)
                ? new Result(1, 1, false, explorer.replay(replay, Set.of()))
                : new Result(0, 0, false, null);
    }

    private String vacuity(CrashReport report) {
        if (report.images() == 0) {
            return "explored nothing: there is no crash image";
        }
        if (engine == Engine.MEDIA) {
            return null; // what can be demanded of damaged heaps is that they are refused or repaired
        }
        if (report.states() < 2) {
            return "saw one state only: no crash makes a difference; let operations change what is shown or tested";
        }
        return report.demands() == 0
                ? "tested nothing but the heap itself: give the scenario a state or an invariant"
                : null;
    }

    private CrashReport failed(Recording recording, Explorer explorer, HeapJudge judge, Result result)
            throws IOException {
        Set<Integer> skipped = System.getProperty(Replay.PROPERTY) == null ? shrunk(recording) : Set.of();
        Replay replay = result.failure().replay();
        if (skipped.isEmpty()) {
            String text = text(recording, explorer, result.failure(), replay);
            return report(recording, judge, result, text, replay.toString());
        }
        Recording smaller = Recording.of(scenario, folder, skipped);
        try (HeapJudge again = judge(smaller)) {
            Explorer small = explorer(smaller, again);
            Failure failure =
                    small.explore(engine, Set.of(), scenario.randomImages()).failure();
            return report(smaller, judge, result, text(smaller, small, failure, replay), replay.toString());
        }
    }

    private String text(Recording recording, Explorer explorer, Failure failure, Replay replay) {
        Cause cause = engine == Engine.MEDIA || engine == Engine.RECURSIVE
                ? null
                : Cause.of(explorer, recording.trace(), failure);
        return FailureText.of(failure, cause, recording.operations(), recording.trace(), replay);
    }

    /** Returns operations that the failure does not need, found by leaving out one after the other. */
    private Set<Integer> shrunk(Recording recording) throws IOException {
        long end = System.nanoTime() + SHRINKING_NANOS;
        Set<Integer> skipped = new TreeSet<>();
        for (int i = recording.asked() - 1; i >= 0 && System.nanoTime() < end; i--) {
            skipped.add(i);
            if (skipped.size() == recording.asked() || !failsWithout(skipped)) {
                skipped.remove(i);
            }
        }
        return skipped;
    }

    private boolean failsWithout(Set<Integer> skipped) throws IOException {
        Recording smaller;
        try {
            smaller = Recording.of(scenario, folder, skipped);
        } catch (RuntimeException | AssertionError e) {
            return false; // an operation needs one that was left out
        }
        try (HeapJudge judge = judge(smaller)) {
            return explorer(smaller, judge)
                            .explore(engine, Set.of(), scenario.randomImages())
                            .failure()
                    != null;
        }
    }

    private HeapJudge judge(Recording recording) {
        return new HeapJudge(
                new Expectations(
                        scenario.state(),
                        recording.states(),
                        scenario.invariants(),
                        scenario.goOn(),
                        scenario.cleanUp(),
                        recording.leftOver()),
                scenario.pruning());
    }

    private Explorer explorer(Recording recording, HeapJudge judge) {
        return new Explorer(
                        recording.trace(),
                        scenario.mode(),
                        judge,
                        scenario.pruning(),
                        scenario.seed(),
                        scenario.bound())
                .recoveryCrashes(scenario.recoveryCrashes());
    }

    private CrashReport report(Recording recording, HeapJudge judge, Result result, String failure, String replay) {
        return new CrashReport(
                engine,
                scenario.mode(),
                result.crashPoints(),
                result.images(),
                judge.distinctStates(),
                judge.demands(),
                judge.examined(),
                scenario.pruning(),
                result.complete(),
                failure,
                replay,
                recording.operations(),
                "");
    }

    private CrashReport lint(Recording recording) {
        List<Finding> found = Lint.of(recording.trace());
        List<Finding> losing =
                found.stream().filter(finding -> finding.rule().loses()).toList();
        List<Finding> slow =
                found.stream().filter(finding -> !finding.rule().loses()).toList();
        return new CrashReport(
                engine,
                scenario.mode(),
                0,
                0,
                0,
                0,
                0,
                scenario.pruning(),
                true,
                losing.isEmpty() ? null : FailureText.of(losing, recording.trace()),
                null,
                recording.operations(),
                slow.isEmpty() ? "" : FailureText.of(slow, recording.trace()));
    }

    private CrashReport vacuous(Recording recording, String why) {
        return new CrashReport(
                engine,
                scenario.mode(),
                0,
                0,
                0,
                0,
                0,
                scenario.pruning(),
                true,
                "\n  " + why,
                null,
                recording.operations(),
                "");
    }
}
