/** For generated code, the data types and the redo log only: what they need of the core. */
@NullMarked
package org.jnvm.spi;

import org.jspecify.annotations.NullMarked;
