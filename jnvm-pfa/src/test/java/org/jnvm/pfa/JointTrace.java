package org.jnvm.pfa;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jnvm.crashtest.PersistTrace;
import org.jnvm.spi.Recorder;

/**
 * One trace of two heaps, as if the second lay behind the first. A fence counts for the heap on which it was issued: on ordinary
 * disks each has its own. So what happens on the second heap happens in a thread of its own.
 */
final class JointTrace implements AutoCloseable {
    private final PersistTrace trace = new PersistTrace();
    private final ExecutorService second = Executors.newSingleThreadExecutor();
    private final Part[] parts = {new Part(0), new Part(1)};
    private final TreeMap<Integer, String> fences = new TreeMap<>();
    private byte[] firstImage = {};
    private int events;
    private int begun = Integer.MAX_VALUE;

    /** What hears of one heap. */
    private final class Part implements Recorder {
        private final int number;

        Part(int number) {
            this.number = number;
        }

        private void run(Runnable event) {
            if (number == 0) {
                event.run();
                return;
            }
            try {
                second.submit(event).get();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        private long at(long offset) {
            return offset + (number == 0 ? 0 : firstImage.length);
        }

        @Override
        public void started(byte[] image) {
            if (number == 0) {
                firstImage = image;
                return;
            }
            byte[] all = Arrays.copyOf(firstImage, firstImage.length + image.length);
            System.arraycopy(image, 0, all, firstImage.length, image.length);
            trace.started(all);
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            run(() -> trace.stored(at(offset), bytes));
            events += (int) ((offset + bytes.length + 7) / 8 - offset / 8); // a trace has stores word by word
        }

        @Override
        public void storedRelease(long offset, byte[] bytes) {
            run(() -> trace.storedRelease(at(offset), bytes));
            events++;
        }

        @Override
        public void writtenBack(long offset) {
            run(() -> trace.writtenBack(at(offset)));
            events++;
        }

        @Override
        public void forced(long offset, long bytes) {
            run(() -> trace.forced(at(offset), bytes));
            events++;
        }

        @Override
        public void fenced() {
            run(trace::fenced);
            fences.put(events++, "heap " + number + " " + place());
        }
    }

    private static String place() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().startsWith("org.jnvm.pfa.internal."))
                        .map(frame -> frame.getClassName().replaceAll(".*\\.", "") + "." + frame.getMethodName())
                        .limit(3)
                        .collect(Collectors.joining(" < ")));
    }

    /** Returns the fences since the first operation began: the number of the event, and where that was. */
    Map<Integer, String> fences() {
        return fences.tailMap(begun);
    }

    /** Returns what hears of the first or the second heap; the first one is to be opened first, and neither stores before the other is open. */
    Recorder of(int heap) {
        return parts[heap];
    }

    /** Runs an operation. */
    void operation(Runnable action) {
        begun = Math.min(begun, events);
        trace.start();
        events++;
        action.run();
        trace.ack();
        events++;
    }

    PersistTrace trace() {
        return trace;
    }

    /** Returns where the second heap begins. */
    int secondAt() {
        return firstImage.length;
    }

    @Override
    public void close() {
        second.shutdownNow();
    }
}
