package org.jnvm.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jnvm.DurabilityDomain;
import org.jnvm.campaign.work.Journal;
import org.jnvm.campaign.work.WorkProcess;

/** Lets a life take its course. */
final class LifeRun {
    private static final Duration HANG = Duration.ofSeconds(90);

    /** What was going on when a kill hit. */
    enum Phase {
        /** The heap was being created or opened: made, recovered, checked, compared. */
        OPENING,
        /** Threads were at work. */
        WORKING
    }

    private final Life life;
    private final Path folder;
    private final Path heap;
    private final Path before;
    private final Path errors;
    private final Acknowledged acknowledged;
    private final Map<Phase, Integer> kills = new EnumMap<>(Phase.class);
    private String failure;

    LifeRun(Life life, Path folder) {
        this.life = life;
        this.folder = folder;
        heap = folder.resolve("work.heap");
        before = folder.resolve("before.heap");
        errors = folder.resolve("errors.txt");
        acknowledged = new Acknowledged(life.threads());
    }

    /** Returns what was going on at the kills. */
    Map<Phase, Integer> kills() {
        return kills;
    }

    /** Returns how many operations were acknowledged. */
    long operations() {
        return acknowledged.count();
    }

    /** Runs the life; returns what was lost or went wrong, null if nothing. */
    String run() throws IOException {
        for (Life.Kill kill : life.kills()) {
            runUntil(kill);
            if (failure != null) {
                return failure;
            }
        }
        runUntil(null);
        return failure;
    }

    private void runUntil(Life.Kill kill) throws IOException {
        if (Files.exists(heap)) {
            Files.copy(heap, before, StandardCopyOption.REPLACE_EXISTING);
        }
        boolean verified = false;
        Phase phase = Phase.OPENING;
        try (ChildProcess child = new ChildProcess(command(kill), errors, HANG)) {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                acknowledged.note(line);
                if (line.startsWith(Journal.LOST) && failure == null) {
                    failure = line;
                } else if (line.equals(Journal.BEGIN) && kill != null && kill.from() == Life.From.BEGIN) {
                    child.killAfter(kill.after());
                } else if (line.startsWith(Journal.OPEN)) {
                    phase = Phase.WORKING;
                    if (kill != null && kill.from() == Life.From.OPEN) {
                        child.killAfter(kill.after());
                    }
                } else if (line.equals(Journal.STOPPED)) {
                    child.kill();
                } else if (line.equals(Journal.VERIFIED)) {
                    verified = true;
                }
            }
            boolean asPlanned = kill == null ? verified && child.exitStatus() == 0 : child.wasKilled();
            if (failure == null && child.hung()) {
                failure = "hangs";
            } else if (failure == null && !asPlanned) {
                failure = "ended by itself, with status " + child.exitStatus();
            }
            if (kill != null) {
                kills.merge(phase, 1, Integer::sum);
            }
        } catch (IllegalStateException e) {
            failure = e.getMessage();
        }
        if (failure != null) {
            failure += " (life " + life.number() + ", after " + kills + ", then " + kill + ", " + life
                    + "; heap before: " + before + ", errors: " + Files.readString(errors) + ')';
        }
    }

    private List<String> command(Life.Kill kill) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m", "-ea"));
        command.add("-XX:ErrorFile=" + folder.resolve("hs_err_%p.log"));
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        if (life.quick()) {
            command.add("-XX:TieredStopAtLevel=1");
        }
        if (life.opened() || life.domain() == DurabilityDomain.NVMM_EMULATED) {
            command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WorkProcess.class.getName()));
        command.addAll(List.of(
                "--heap=" + heap,
                "--work=" + life.work(),
                "--seed=" + life.seed(),
                "--threads=" + life.threads(),
                "--domain=" + life.domain(),
                "--acknowledged=" + acknowledged));
        if (acknowledged.created()) {
            command.add("--created");
        }
        if (acknowledged.founded()) {
            command.add("--founded");
        }
        if (kill == null) {
            command.add("--verify");
        } else if (kill.from() == Life.From.OPERATION) {
            command.add("--stop-at=" + kill.after());
        }
        return command;
    }
}
