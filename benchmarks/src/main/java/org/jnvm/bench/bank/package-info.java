/** A bank: behind HTTP, killed and started again (figure 5.5 of the thesis); and in embedded stores that sync each transfer. */
package org.jnvm.bench.bank;
