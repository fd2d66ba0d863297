/** A program that counts visits in an embedded cache, and survives being killed. */
package org.jnvm.examples.infinispan;
