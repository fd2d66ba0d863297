package org.jnvm.examples.infinispan;

import org.jnvm.Persistent;

/** What a cache may hold without marshalling it. */
@Persistent
final class Visit {
    private final int count;
    private final String referrer;

    Visit(int count) {
        this.count = count;
        this.referrer = "page before page " + count;
    }

    int count() {
        return count;
    }

    /** Tells whether the object is whole. */
    boolean isWhole() {
        return referrer.equals("page before page " + count);
    }
}
