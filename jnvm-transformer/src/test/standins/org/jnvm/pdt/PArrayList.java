package org.jnvm.pdt;

import java.util.ArrayList;

/** What the untransformed corpus uses in place of a persistent list. */
public final class PArrayList<T> extends ArrayList<T> {
    private static final long serialVersionUID = 1L;
}
