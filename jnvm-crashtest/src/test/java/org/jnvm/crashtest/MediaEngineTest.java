package org.jnvm.crashtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jnvm.crashtest.internal.engine.Explorer;
import org.jnvm.crashtest.internal.engine.Failure;
import org.jnvm.crashtest.internal.engine.Recovering;
import org.jnvm.crashtest.internal.engine.Replay;
import org.jnvm.crashtest.internal.engine.Result;
import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.crashtest.option.Pruning;
import org.junit.jupiter.api.Test;

/**
 * Invariants checked: the media engine gives images that are damaged, of several kinds, the same for one seed; the first
 * one that is accepted and should not be is a failure, and its replay line makes the same image again.
 */
class MediaEngineTest {
    private static final int BYTES = 16384;

    /** Takes the images that it is given, and finds one of them bad. */
    private static final class Taking implements Recovering {
        private final List<byte[]> images = new ArrayList<>();
        private final int bad;

        Taking(int bad) {
            this.bad = bad;
        }

        @Override
        public String judge(CrashMemory memory, Progress progress) {
            return null;
        }

        @Override
        public Trace recovery(CrashMemory memory) {
            throw new AssertionError("not asked for");
        }

        @Override
        public String damaged(byte[] image) {
            images.add(image);
            return images.size() == bad ? "accepted" : null;
        }
    }

    private static Trace trace() {
        Trace trace = new Trace();
        byte[] start = new byte[BYTES];
        Arrays.fill(start, (byte) 1);
        trace.started(start);
        trace.stored(64, new byte[8]);
        return trace;
    }

    private static Explorer explorer(Taking taking, long seed) {
        return new Explorer(trace(), PersistenceMode.NVMM, taking, Pruning.NONE, seed, 1);
    }

    @Test
    void imagesAreDamagedAndFollowFromTheSeed() {
        Taking first = new Taking(0);
        Taking second = new Taking(0);
        Taking other = new Taking(0);
        Result result = explorer(first, 5).explore(Engine.MEDIA, Set.of(), 50);
        explorer(second, 5).explore(Engine.MEDIA, Set.of(), 50);
        explorer(other, 6).explore(Engine.MEDIA, Set.of(), 50);
        assertThat(result.images()).isEqualTo(100);
        assertThat(Arrays.deepEquals(first.images.toArray(), second.images.toArray()))
                .isTrue();
        assertThat(Arrays.deepEquals(first.images.toArray(), other.images.toArray()))
                .isFalse();
        Set<String> kinds = new TreeSet<>();
        for (byte[] image : first.images) {
            int changed = 0;
            for (int i = 128; i < BYTES; i++) {
                changed += image[i] == 1 ? 0 : 1;
            }
            kinds.add(changed >= 3968 ? "page" : changed > 3 ? "sector" : "bits");
        }
        assertThat(kinds).containsExactly("bits", "page", "sector");
    }

    @Test
    void theReplayLineMakesTheSameImage() {
        Taking taking = new Taking(60);
        Failure failure =
                explorer(taking, 5).explore(Engine.MEDIA, Set.of(), 50).failure();
        assertThat(failure.wrong()).isEqualTo("accepted");
        Replay replay = Replay.parse(failure.replay().toString());
        assertThat(replay.toString()).isEqualTo(failure.replay().toString());
        Taking again = new Taking(1);
        assertThat(explorer(again, 5).replay(replay, Set.of()).wrong()).isEqualTo("accepted");
        assertThat(again.images.get(0)).isEqualTo(taking.images.get(59));
    }
}
