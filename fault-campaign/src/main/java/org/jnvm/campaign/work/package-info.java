/**
 * What is killed: programs whose threads change a heap, acknowledge each operation on standard output, and can tell
 * after a restart whether the heap holds what was acknowledged.
 */
package org.jnvm.campaign.work;
