package org.jnvm.campaign.soak;

import org.jnvm.Persistent;

/** A document. */
@Persistent
final class Text {
    private final int version;
    private final String words;

    Text(int version, String words) {
        this.version = version;
        this.words = words;
    }

    int version() {
        return version;
    }

    String words() {
        return words;
    }
}
