/** The tables of RESULTS.md, made of raw figures. */
package org.jnvm.bench.tables;
