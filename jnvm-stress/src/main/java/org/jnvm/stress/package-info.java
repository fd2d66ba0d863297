/** What is lock-free in core, with the outcomes that must not come. */
package org.jnvm.stress;
