package org.jnvm.crashtest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
import org.jnvm.crashtest.internal.model.Memory;
import org.jnvm.crashtest.internal.oracle.Expectations;
import org.jnvm.crashtest.internal.oracle.HeapJudge;
import org.jnvm.crashtest.internal.oracle.RecoveredObjects;
import org.jnvm.crashtest.internal.report.FailureText;
import org.jnvm.crashtest.internal.schedule.Schedule;
import org.jnvm.crashtest.internal.schedule.Schedules;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.Pruning;
import org.jspecify.annotations.Nullable;

/** One exploration: of a workload of one thread, or of one of several threads by some schedules. */
final class Exploration {
    /** A failure is shrunk as long as this takes, in nanoseconds. */
    private static final long SHRINKING_NANOS = 20_000_000_000L;

    private final CrashScenario scenario;
    private final Engine engine;
    private final Path folder;

    Exploration(CrashScenario scenario, Engine engine, Path folder) {
        this.scenario = scenario;
        this.engine = engine;
        this.folder = folder;
    }

    /** Tells whether a replay line is one of an exploration. */
    static boolean isOf(Replay replay, CrashScenario scenario, Engine engine) {
        return replay.engine() == engine && replay.mode() == scenario.mode() && replay.seed() == scenario.seed();
    }

    /** Explores. */
    CrashReport report() throws IOException {
        Runs runs = new Runs(scenario, folder, Set.of());
        Recording first = runs.first();
        if (first.stores() == 0 || first.asked().isEmpty()) {
            return new Tally()
                    .report(
                            first,
                            "\n  explored nothing: operations=" + first.asked().size() + ", stores=" + first.stores()
                                    + "; let the workload change the heap in operations",
                            null);
        }
        return engine == Engine.LINT ? lint(runs) : explored(runs);
    }

    /** Explores mutants of the workload; see {@link CrashMutants}. */
    CrashMutants mutants(Set<CrashMutants.Kind> kinds, Predicate<String> places) throws IOException {
        Runs runs = new Runs(scenario, folder, Set.of());
        Recording recording = runs.threads() == 0 ? runs.first() : runs.run(Schedule.plain(runs.threads()));
        try (HeapJudge judge = judge(recording)) {
            Explorer explorer = explorer(recording, judge);
            explorer.only(point -> point.progress().started() > 0); // before, nothing is left out
            return new Mutation(explorer, engine, recording.trace(), false).run(kinds, places);
        }
    }

    /** Explores mutants of recoveries; see {@link CrashExplorer#recoveryMutants}. */
    CrashMutants recoveryMutants(CrashScenario after, Set<CrashMutants.Kind> kinds, Predicate<String> places)
            throws IOException {
        Recording crashed = new Runs(scenario, folder, Set.of()).first();
        CrashMutants[] mutants = {new CrashMutants(Map.of())};
        Exploration further = new Exploration(after, engine, folder);
        try (HeapJudge unused = judge(crashed)) {
            explorer(crashed, unused).crashes(image -> {
                Recording recording = new Runs(after, folder, image, scenario.recovery()).first();
                try (HeapJudge judge = further.judge(recording)) {
                    mutants[0] = mutants[0].and(
                            new Mutation(further.explorer(recording, judge), engine, recording.trace(), true)
                                    .run(kinds, place -> places.test(place) && !mutants[0].isNeeded(place)));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return mutants[0];
    }

    // ---- engines that look at images ----

    /** A bad run, or a bad image of a run. */
    private record Found(
            Recording recording,
            @Nullable Explorer explorer,
            @Nullable Failure failure) {}

    private CrashReport explored(Runs runs) throws IOException {
        Tally tally = new Tally();
        String asked = System.getProperty(Replay.PROPERTY);
        Found found;
        try (HeapJudge judge = judge(runs.first())) {
            found = asked == null ? explore(runs, judge, tally) : replay(runs, judge, Replay.parse(asked), tally);
            tally.judged(judge);
            if (found != null && asked != null) {
                return failed(found, tally, replay(found));
            }
        }
        if (found != null) {
            return shrunk(runs, found, tally);
        }
        String vacuous = asked == null ? tally.vacuity() : null;
        return tally.report(runs.first(), vacuous == null ? null : "\n  " + vacuous, null);
    }

    /** Explores run after run, and returns the first bad one or null. */
    private @Nullable Found explore(Runs runs, HeapJudge judge, Tally tally) {
        if (runs.threads() == 0) {
            return explore(runs.first(), judge, tally);
        }
        Set<List<Object>> known = new HashSet<>();
        boolean comparable =
                engine != Engine.RANDOM && engine != Engine.MEDIA; // their choices go by the number of a point
        @Nullable Set<Long> points = comparable && scenario.pruning().includes(Pruning.EQUAL) ? new HashSet<>() : null;
        List<List<Integer>> accesses = new ArrayList<>();
        List<Schedule> plain = Schedules.plain(runs.threads());
        List<Schedule> schedules = new ArrayList<>(plain);
        for (int i = 0; i < schedules.size(); i++) {
            Recording recording = runs.run(schedules.get(i));
            if (known.add(recording.essence())) {
                Found found = explore(recording, judge, tally, points);
                if (found != null) {
                    return found;
                }
            }
            if (i < plain.size()) {
                accesses.add(recording.accesses());
            }
            if (i == plain.size() - 1) {
                int left = Math.max(0, scenario.schedules() - plain.size());
                schedules.addAll(Schedules.changed(scenario.seed(), left, plain, accesses));
            }
        }
        return null;
    }

    private @Nullable Found explore(Recording recording, HeapJudge judge, Tally tally) {
        return explore(recording, judge, tally, null);
    }

    /**
     * Explores a run.
     *
     * @param points crash points of other runs, which are left out if the same is demanded there; or null
     */
    private @Nullable Found explore(Recording recording, HeapJudge judge, Tally tally, @Nullable Set<Long> points) {
        tally.schedules++;
        if (recording.wrong() != null) {
            return new Found(recording, null, null);
        }
        judge.expect(expectations(recording));
        Explorer explorer = explorer(recording, judge);
        if (points != null) {
            explorer.only(point -> points.add(Memory.mix(judge.demanded(point.progress()), point.hash())));
        }
        Result result = explorer.explore(engine, Set.of(), scenario.randomImages());
        tally.add(result);
        return result.failure() == null ? null : new Found(recording, explorer, result.failure());
    }

    private @Nullable Found replay(Runs runs, HeapJudge judge, Replay replay, Tally tally) {
        if (!isOf(replay, scenario, engine)) {
            return null;
        }
        Recording recording = replay.schedule().isEmpty() ? runs.first() : runs.run(Schedule.parse(replay.schedule()));
        tally.schedules++;
        if (recording.wrong() != null) {
            return new Found(recording, null, null);
        }
        judge.expect(expectations(recording));
        Explorer explorer = explorer(recording, judge);
        Failure failure = explorer.replay(replay, Set.of());
        tally.add(new Result(1, 1, false, failure));
        return failure == null ? null : new Found(recording, explorer, failure);
    }

    private Replay replay(Found found) {
        Replay replay = found.failure() == null
                ? new Replay(engine, scenario.mode(), scenario.seed(), "", List.of(new Replay.Step(0, new int[0])))
                : found.failure().replay();
        Schedule schedule = found.recording().schedule();
        return schedule == null ? replay : replay.on(schedule.toString());
    }

    private CrashReport failed(Found found, Tally tally, Replay replay) {
        Recording recording = found.recording();
        String text;
        if (found.failure() == null) {
            text = FailureText.of(recording.wrong(), replay);
        } else {
            Cause cause = engine == Engine.MEDIA || engine == Engine.RECURSIVE
                    ? null
                    : Cause.of(found.explorer(), recording.trace(), found.failure());
            text = FailureText.of(found.failure(), cause, recording.history(), recording.trace(), replay);
        }
        return tally.report(recording, text, replay.toString());
    }

    // ---- shrinking ----

    /** Reports a failure of the smallest workload that shows it, with the line that repeats it in the whole one. */
    private CrashReport shrunk(Runs runs, Found found, Tally tally) throws IOException {
        Replay replay = replay(found);
        Set<Integer> skipped = skippable(runs.first().asked());
        Runs smaller = new Runs(scenario, folder, skipped);
        try (HeapJudge judge = judge(smaller.first())) {
            Found again = explore(smaller, judge, new Tally());
            if (again == null) {
                throw new AssertionError("not deterministic: a failure was not met again; replay=" + replay + ", "
                        + (found.failure() == null
                                ? found.recording().wrong()
                                : found.failure().wrong()));
            }
            return failed(again, tally, replay);
        }
    }

    /** Returns operations that the failure does not need, found by leaving out one after the other. */
    private Set<Integer> skippable(List<Integer> asked) throws IOException {
        long end = System.nanoTime() + SHRINKING_NANOS;
        Set<Integer> skipped = new TreeSet<>();
        for (int i = asked.size() - 1; i >= 0 && System.nanoTime() < end; i--) {
            skipped.add(asked.get(i));
            if (skipped.size() == asked.size() || !failsWithout(skipped)) {
                skipped.remove(asked.get(i));
            }
        }
        return skipped;
    }

    private boolean failsWithout(Set<Integer> skipped) throws IOException {
        Runs smaller;
        try {
            smaller = new Runs(scenario, folder, skipped);
        } catch (RuntimeException | AssertionError e) {
            return false; // an operation needs one that was left out
        }
        try (HeapJudge judge = judge(smaller.first())) {
            return explore(smaller, judge, new Tally()) != null;
        } catch (AssertionError e) {
            return false;
        }
    }

    // ---- parts ----

    private Expectations expectations(Recording recording) {
        return new Expectations(
                scenario.state(),
                recording.allowed(),
                scenario.invariants(),
                scenario.goOn(),
                scenario.cleanUp(),
                recording.leftOver(),
                scenario.recovery(),
                scenario.isRecoveredBeside());
    }

    private HeapJudge judge(Recording recording) {
        return new HeapJudge(expectations(recording), scenario.pruning());
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

    private CrashReport lint(Runs runs) throws IOException {
        List<Recording> recordings = runs.threads() == 0
                ? List.of(runs.first())
                : Schedules.plain(runs.threads()).stream().map(runs::run).toList();
        Tally tally = new Tally();
        for (Recording recording : recordings) {
            tally.schedules++;
            List<Finding> found = lint(recording);
            List<Finding> losing =
                    found.stream().filter(finding -> finding.rule().loses()).toList();
            List<Finding> slow =
                    found.stream().filter(finding -> !finding.rule().loses()).toList();
            tally.remarks = slow.isEmpty() ? "" : FailureText.of(slow, recording.trace());
            if (!losing.isEmpty()) {
                return tally.report(recording, FailureText.of(losing, recording.trace()), null);
            }
        }
        return tally.report(runs.first(), null, null);
    }

    private List<Finding> lint(Recording recording) throws IOException {
        try (RecoveredObjects survivors = new RecoveredObjects(scenario.recovery())) {
            return Lint.of(recording.trace(), survivors);
        }
    }

    /** Sums of what was explored. */
    private final class Tally {
        private int schedules;
        private int crashPoints;
        private long images;
        private int states;
        private long demands;
        private long examined;
        private boolean complete = true;
        private String remarks = "";

        void add(Result result) {
            crashPoints += result.crashPoints();
            images += result.images();
            complete &= result.complete();
        }

        void judged(HeapJudge judge) {
            states = judge.distinctStates();
            demands = judge.demands();
            examined = judge.examined();
        }

        @Nullable
        String vacuity() {
            if (images == 0) {
                return "explored nothing: there is no crash image";
            }
            if (engine == Engine.MEDIA) {
                return null; // what can be demanded of damaged heaps is that they are refused or repaired
            }
            if (states < 2) {
                return "saw one state only: no crash makes a difference; let operations change what is shown or tested";
            }
            return demands == 0
                    ? "tested nothing but the heap itself: give the scenario a state or an invariant"
                    : null;
        }

        CrashReport report(Recording recording, @Nullable String failure, @Nullable String replay) {
            return new CrashReport(
                    engine,
                    scenario.mode(),
                    Math.max(1, schedules),
                    crashPoints,
                    images,
                    states,
                    demands,
                    examined,
                    scenario.pruning(),
                    complete,
                    failure,
                    replay,
                    recording.history().operations(),
                    remarks);
        }
    }
}
