package org.jnvm.pdt;

import java.util.TreeMap;

/** What the untransformed corpus uses in place of a persistent sorted map. */
public final class PTreeMap<K, V> extends TreeMap<K, V> {
    private static final long serialVersionUID = 1L;
}
