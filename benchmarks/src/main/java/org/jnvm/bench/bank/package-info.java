/** Figure 5.5 of the thesis: a bank behind HTTP that is killed and started again. */
package org.jnvm.bench.bank;
