package org.jnvm.campaign;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jnvm.campaign.work.Journal;

/** Lets a life take its course. */
final class LifeRun {
    /** What was going on when a kill hit. */
    enum Phase {
        /** The heap was being created or opened: made, recovered, checked, compared. */
        OPENING,
        /** Threads were at work. */
        WORKING
    }

    private final Life life;
    private final Place place;
    private final Acknowledged acknowledged;
    private final Map<Phase, Integer> kills = new EnumMap<>(Phase.class);
    private String failure;

    LifeRun(Life life, Place place) {
        this.life = life;
        this.place = place;
        acknowledged = new Acknowledged(life.threads(), life.intervalMillis());
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
        boolean verified = false;
        Phase phase = Phase.OPENING;
        try (ChildProcess child = place.start(arguments(kill))) {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                acknowledged.note(line);
                place.note(line);
                if (line.startsWith(Journal.LOST) && failure == null) {
                    failure = line;
                } else if (line.equals(Journal.BEGIN) && kill != null && kill.from() == Life.From.BEGIN) {
                    child.killAfter(kill.after() * place.slowness());
                } else if (line.startsWith(Journal.OPEN)) {
                    phase = Phase.WORKING;
                    if (kill != null && kill.from() == Life.From.OPEN) {
                        child.killAfter(kill.after() * place.slowness());
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
            failure += " (life " + life.number() + ", after " + kills + ", then " + kill + ", " + life + "; "
                    + place.evidence() + ')';
        }
    }

    private List<String> arguments(Life.Kill kill) {
        List<String> arguments = new ArrayList<>(List.of(
                "--heap=" + place.heap(),
                "--work=" + life.work(),
                "--seed=" + life.seed(),
                "--threads=" + life.threads(),
                "--domain=" + life.domain(),
                "--interval=" + life.intervalMillis(),
                "--collected=" + life.collected(),
                "--acknowledged=" + acknowledged.last(),
                "--durable=" + acknowledged.durable()));
        if (acknowledged.created()) {
            arguments.add("--created");
        }
        if (acknowledged.founded()) {
            arguments.add("--founded");
        }
        if (kill == null) {
            arguments.add("--verify");
        } else if (kill.from() == Life.From.OPERATION) {
            arguments.add("--stop-at=" + kill.after());
        }
        return arguments;
    }
}
