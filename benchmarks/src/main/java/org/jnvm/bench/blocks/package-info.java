/** Table 5.1 of the thesis: blocks of 256 bytes, read and written in C and in Java. */
package org.jnvm.bench.blocks;
