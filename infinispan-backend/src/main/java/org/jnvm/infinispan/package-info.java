/** The Infinispan store: what a cache calls, and what a program may ask it for. */
@NullMarked
package org.jnvm.infinispan;

import org.jspecify.annotations.NullMarked;
