/** What is lock-free in the engine of failure-atomic blocks, with the outcomes that must not come. */
package org.jnvm.pfa.internal;
