/** The collector: what it costs while it rests and while it works, for how long it holds a thread up, and recovery beside the program. */
package org.jnvm.bench.collect;
