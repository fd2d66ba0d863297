/** Makes a sound heap of what is sound in a damaged heap file. */
@NullMarked
package org.jnvm.internal.salvage;

import org.jspecify.annotations.NullMarked;
