/** What is in the heap of a cache, how it is converted, and who may touch it when. */
package org.jnvm.infinispan.internal;
