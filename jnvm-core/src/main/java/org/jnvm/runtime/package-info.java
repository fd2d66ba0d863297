/** Entry points for generated code and data types: what they do with persistent objects, beyond reading primitive fields. */
@NullMarked
package org.jnvm.runtime;

import org.jspecify.annotations.NullMarked;
