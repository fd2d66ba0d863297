/** Lists and trees of single numbers: what an operation takes where there is next to nothing but the structure. */
package org.jnvm.bench.structure;
