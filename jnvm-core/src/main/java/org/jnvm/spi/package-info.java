/** For generated code, the data types and the redo log only: what they need of the core. */
package org.jnvm.spi;
