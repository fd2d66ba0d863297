package org.jnvm.crashtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.crashtest.junit.CrashInvariant;
import org.jnvm.crashtest.junit.CrashModel;
import org.jnvm.crashtest.junit.CrashSetUp;
import org.jnvm.crashtest.junit.CrashState;
import org.jnvm.crashtest.junit.CrashTest;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Invariants checked: a test class with a planted bug fails for each engine that looks for it, with a report; a sound one
 * passes; methods that do not fit, models that are not met and runs that prove nothing fail.
 */
class CrashTestExtensionTest {
    /** The parts that the classes below share. */
    abstract static class PageTest {
        @CrashSetUp
        void page(Heap heap) {
            heap.root().put("page", new Page());
        }

        @CrashInvariant
        void textAndLengthGoTogether(Heap heap) {
            Page page = heap.root().get("page", Page.class);
            assertThat(page.length() == 0 || page.text() != 0).isTrue();
        }

        static void write(CrashRun run, boolean sound) {
            Page page = run.heap().root().get("page", Page.class);
            run.operation("write", () -> {
                page.setText(7);
                page.pwb(Page.TEXT);
                if (sound) {
                    page.pfence();
                }
                page.setLength(1);
                page.pwb(Page.LENGTH);
                page.pfence();
            });
        }
    }

    static class Planted extends PageTest {
        @CrashTest(
                engines = {Engine.PREFIX, Engine.DEVIATION, Engine.LAZY},
                modes = {PersistenceMode.NVMM, PersistenceMode.EADR})
        void writes(CrashRun run) {
            write(run, false);
        }
    }

    static class Sound extends PageTest {
        @CrashTest
        void writes(CrashRun run) {
            write(run, true);
        }

        @CrashState
        String show(Heap heap) {
            return heap.root().get("page", Page.class).length() == 0 ? "nothing" : "page";
        }

        @CrashModel
        String model(List<String> operations) {
            return operations.isEmpty() ? "nothing" : "page";
        }
    }

    /** One thread writes text and length, the other one looks at them. */
    static class TwoThreads extends PageTest {
        @CrashTest(engines = Engine.LAZY, schedules = 30)
        void sound(CrashRun run) {
            writeAndLook(run, true);
        }

        @CrashTest(engines = Engine.LAZY, schedules = 30)
        void planted(CrashRun run) {
            writeAndLook(run, false);
        }

        private static void writeAndLook(CrashRun run, boolean sound) {
            Page page = run.heap().root().get("page", Page.class);
            run.thread(() -> write(run, sound));
            run.thread(() -> run.call("look", page::length));
        }
    }

    static class WrongModel extends Sound {
        @Override
        @CrashModel
        String model(List<String> operations) {
            return "nothing";
        }
    }

    static class Idle extends PageTest {
        @CrashTest
        void doesNothing(CrashRun run) {}
    }

    static class Unfit extends PageTest {
        @CrashTest
        void writes() {}
    }

    private static TestExecutionSummary run(Class<?> test) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(test))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    private static String failures(TestExecutionSummary summary) {
        StringWriter text = new StringWriter();
        summary.printFailuresTo(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void aPlantedBugFailsForEnginesAndModesThatSeeIt() {
        TestExecutionSummary summary = run(Planted.class);
        assertThat(summary.getTestsStartedCount()).isEqualTo(6);
        assertThat(summary.getFailures())
                .extracting(failure -> failure.getTestIdentifier().getDisplayName())
                .containsExactlyInAnyOrder("DEVIATION, NVMM", "LAZY, NVMM");
        assertThat(failures(summary))
                .contains("invariant textAndLengthGoTogether", "did not persist: Page@", ".text", "missing fence")
                .contains("replay with -Djnvm.crash.replay=LAZY:NVMM:1:");
    }

    @Test
    void aReplayLineSkipsAllOtherTests() {
        System.setProperty(CrashExplorer.REPLAY_PROPERTY, "LAZY:NVMM:1:0:");
        try {
            TestExecutionSummary summary = run(Planted.class);
            assertThat(summary.getTestsAbortedCount()).isEqualTo(5);
            assertThat(summary.getTestsSucceededCount()).isEqualTo(1);
        } finally {
            System.clearProperty(CrashExplorer.REPLAY_PROPERTY);
        }
    }

    @Test
    void aSoundClassPasses() {
        TestExecutionSummary summary = run(Sound.class);
        assertThat(failures(summary)).isEmpty();
        assertThat(summary.getTestsSucceededCount()).isEqualTo(2);
    }

    @Test
    void threadsAreExploredBySchedules() {
        TestExecutionSummary summary = run(TwoThreads.class);
        assertThat(summary.getTestsStartedCount()).isEqualTo(2);
        assertThat(summary.getTestsFailedCount()).isEqualTo(1);
        assertThat(failures(summary))
                .contains("planted", "invariant textAndLengthGoTogether", "operations [write (thread 0)]")
                .contains("replay with -Djnvm.crash.replay=LAZY:NVMM:1@0.1:");
    }

    @Test
    void aModelThatIsNotMetFails() {
        assertThat(failures(run(WrongModel.class))).contains("the state is not that of the model", "expected=nothing");
    }

    @Test
    void aWorkloadThatDoesNothingFails() {
        TestExecutionSummary summary = run(Idle.class);
        assertThat(summary.getTestsFailedCount()).isEqualTo(2);
        assertThat(failures(summary)).contains("explored nothing");
    }

    @Test
    void aMethodThatDoesNotFitFails() {
        TestExecutionSummary summary = run(Unfit.class);
        assertThat(summary.getTotalFailureCount()).isEqualTo(1);
        assertThat(failures(summary)).contains("expected=void writes(CrashRun)");
    }
}
