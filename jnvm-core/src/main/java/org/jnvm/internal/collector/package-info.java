/**
 * The collector: finds and frees, while the program runs, the objects that nothing leads to any more.
 */
@NullMarked
package org.jnvm.internal.collector;

import org.jspecify.annotations.NullMarked;
