/** The numbers of a heap as meters of Micrometer. */
@NullMarked
package org.jnvm.micrometer;

import org.jspecify.annotations.NullMarked;
