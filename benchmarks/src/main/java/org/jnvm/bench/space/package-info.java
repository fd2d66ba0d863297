/** What maps and sets take of the heap file and of the Java heap, and how long it takes to find one again. */
package org.jnvm.bench.space;
