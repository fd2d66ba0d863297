package org.jnvm.crashtest.internal.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jnvm.crashtest.internal.engine.Cause;
import org.jnvm.crashtest.internal.engine.Failure;
import org.jnvm.crashtest.internal.engine.Finding;
import org.jnvm.crashtest.internal.engine.Replay;
import org.jnvm.crashtest.internal.oracle.History;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/** Failures for people: what was lost, where it was stored, what would have made it durable, how to see it again. */
public final class FailureText {
    private static final String INDENT = "\n  ";

    private FailureText() {}

    /**
     * Describes a bad image.
     *
     * @param failure what is wrong
     * @param cause the least that makes it so; null if it is not known
     * @param history the operations of the run
     * @param trace what happened
     * @param replay what repeats it
     */
    public static String of(Failure failure, Cause cause, History history, Trace trace, Replay replay) {
        StringBuilder text = new StringBuilder();
        text.append(INDENT).append(failure.wrong());
        text.append(INDENT).append("crash before ").append(failure.where());
        text.append(INDENT).append("acknowledged ").append(history.acknowledged(failure.progress()));
        if (failure.progress().started() > failure.progress().acknowledged()) {
            text.append(", in flight ").append(String.join(", ", history.inFlight(failure.progress())));
        }
        try (Places places = new Places(trace)) {
            if (cause != null) {
                cause(text, cause, places);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append(howToRepeat(replay)).toString();
    }

    /**
     * Describes a run that is wrong without a crash.
     *
     * @param wrong what is wrong
     * @param replay what repeats it
     */
    public static String of(String wrong, Replay replay) {
        return INDENT + "without any crash: " + wrong.replace("\n", "\n  ") + howToRepeat(replay);
    }

    private static String howToRepeat(Replay replay) {
        return INDENT + "replay with -D" + Replay.PROPERTY + "=" + replay;
    }

    private static void cause(StringBuilder text, Cause cause, Places places) {
        for (Cause.Lost lost : cause.lost()) {
            store(text, "did not persist: ", lost.store(), places);
            text.append(INDENT).append("    ").append(lost.remedy());
        }
        for (TraceEvent early : cause.early()) {
            store(text, "but persisted:   ", early, places);
        }
        if (cause.lost().isEmpty()) {
            text.append(INDENT).append("also if everything persisted: not a matter of write-backs and fences");
        }
    }

    private static void store(StringBuilder text, String what, TraceEvent store, Places places) {
        text.append(INDENT).append(what).append(places.of(store.offset()));
        text.append(INDENT).append("    stored at ").append(store.site());
    }

    /** Describes what the lint engine found. */
    public static String of(List<Finding> findings, Trace trace) {
        StringBuilder text = new StringBuilder();
        try (Places places = new Places(trace)) {
            for (Finding finding : findings) {
                text.append(INDENT).append(finding.rule());
                text.append(finding.offset() < 0 ? "" : " of " + places.of(finding.offset()));
                text.append(" in operation ").append(finding.operation());
                text.append(finding.count() == 1 ? "" : ", " + finding.count() + " times");
                text.append(INDENT).append("    at ").append(finding.site());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
