package org.jnvm.pdt;

import java.util.HashMap;

/** What the untransformed corpus uses in place of a persistent hash map. */
public final class PHashMap<K, V> extends HashMap<K, V> {
    private static final long serialVersionUID = 1L;
}
