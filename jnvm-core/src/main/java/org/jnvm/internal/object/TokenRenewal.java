package org.jnvm.internal.object;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * Has the tokens of all heaps renewed as soon as Java's collector has run, by a thread of its own. Where proxies are made
 * in the same areas again and again, nobody else would notice: the tokens would stay given out, become old, and pin what
 * had proxies until Java's collector looks at its old generation, which may be never.
 */
final class TokenRenewal {
    private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();

    static {
        Thread thread = new Thread(null, null, "jnvm-tokens", 0, false) { // no lambda: opening a heap would wait for it
                    @Override
                    public void run() {
                        while (true) {
                            TokenRenewal.renewNext();
                        }
                    }
                };
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    private TokenRenewal() {}

    /** Refers to an object that dies the next time that Java's collector runs. */
    static final class Sentinel extends WeakReference<Object> {
        private final WeakReference<Runnable> renewal;

        /**
         * Makes one.
         *
         * @param renewal what the thread runs then, if it can still be reached
         */
        Sentinel(Runnable renewal) {
            super(new Object(), COLLECTED);
            this.renewal = new WeakReference<>(renewal);
        }
    }

    private static void renewNext() {
        try {
            Runnable renewal = ((Sentinel) COLLECTED.remove()).renewal.get();
            if (renewal != null) { // else the heap is gone
                renewal.run();
            }
        } catch (InterruptedException e) {
            return; // by somebody who interrupts all threads: there is nothing to be ended
        } catch (OutOfMemoryError e) {
            return; // whoever makes the next token, or begins a collection, renews them
        }
    }
}
