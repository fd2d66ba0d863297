/** Shipping parts of heaps: many copies of a state merged into one heap, a large import, and the check of a heap. */
package org.jnvm.bench.ship;
