/** What core asks of a transaction engine, and how it finds one: {@code jnvm-pfa} is the engine. */
package org.jnvm.internal.transaction;
