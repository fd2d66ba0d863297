package org.jnvm.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jnvm.bench.harness.Group;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs all groups on all JDKs and writes the report; a run that was stopped goes on with the group that it was in. */
@Command(
        name = "all",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "All groups, one after the other, then the report; goes on where it was stopped.")
public final class AllDriver implements Callable<Integer> {
    private static final String STATE = "all.state";
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    @Mixin
    private RunOptions options;

    @Option(names = "--only", paramLabel = "GROUP", split = ",", description = "These groups (default: all).")
    private List<String> only = List.of();

    @Option(names = "--fresh", description = "Begins anew, whatever an earlier run has done.")
    private boolean fresh;

    private final List<Group> groups;
    private final UnaryOperator<Path> report;

    /**
     * Makes the command.
     *
     * @param groups all of them, in order
     * @param report writes the report of a folder, and returns it
     */
    public AllDriver(List<Group> groups, UnaryOperator<Path> report) {
        this.groups = groups;
        this.report = report;
    }

    /** A group on a JDK. */
    private record Step(Group group, Jdk jdk) {
        String name() {
            return group.name() + "-jdk" + jdk.feature();
        }
    }

    /** Runs a step; for tests. */
    interface Runner {
        /** Returns the exit status. */
        int run(Jdk jdk, List<String> arguments);
    }

    @Override
    public Integer call() {
        int status = run(GroupProcess::run, Jdk.all());
        System.out.println("all: the report is " + report.apply(options.folder()));
        return status;
    }

    private List<Group> asked() {
        List<String> names = groups.stream().map(Group::name).toList();
        for (String name : only) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("there is no such group: wanted=" + name + ", groups=" + names);
            }
        }
        return groups.stream()
                .filter(group -> only.isEmpty() || only.contains(group.name()))
                .toList();
    }

    int run(Runner runner, List<Jdk> jdks) {
        List<Step> steps = new ArrayList<>();
        for (Group group : asked()) {
            jdks.forEach(jdk -> steps.add(new Step(group, jdk)));
        }
        Path file = options.folder().resolve(STATE);
        String commit = System.getProperty("jnvm.bench.commit", "unknown");
        RunState state = fresh ? RunState.fresh(file, commit) : RunState.read(file, commit);
        List<String> failed = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            String where = "all: " + (i + 1) + " of " + steps.size() + ", "
                    + step.group().name() + " on " + step.jdk();
            if (state.seconds(step.name()).isPresent()) {
                System.out.println(where + " was done before");
                continue;
            }
            System.out.println(where + ", about " + secondsLeft(steps, i, state) + " s left ...");
            long began = System.nanoTime();
            List<String> arguments = arguments(step.group());
            if (state.isBegun(step.name())) {
                arguments.add("--resume");
            }
            state.began(step.name());
            int status = runner.run(step.jdk(), arguments);
            int seconds = Math.toIntExact((System.nanoTime() - began) / NANOS_PER_SECOND);
            if (status == 0) {
                state.done(step.name(), seconds);
            } else {
                failed.add(step.name());
            }
            System.out.println(step.name() + (status == 0 ? " took " : " failed after ") + seconds + " s");
        }
        failed.forEach(step -> System.err.println("failed: " + step + "; the next run of all tries it again"));
        return failed.isEmpty() ? 0 : 1;
    }

    private List<String> arguments(Group group) {
        return new ArrayList<>(List.of(
                group.name(),
                "--preset",
                options.preset().toString(),
                "--out",
                options.out().toString()));
    }

    /** Estimates what is left by what the groups are said to take, and by how right that was of those that are done. */
    private long secondsLeft(List<Step> steps, int from, RunState state) {
        double said = 0;
        double took = 0;
        double left = 0;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            int estimate = step.group().seconds(options.preset());
            if (state.seconds(step.name()).isPresent()) {
                said += estimate;
                took += state.seconds(step.name()).getAsInt();
            } else if (i >= from) {
                left += estimate;
            }
        }
        return Math.round(said == 0 ? left : left * Math.max(took, 1) / said);
    }
}
