/** The Infinispan store: what a cache calls, and what a program may ask it for. */
package org.jnvm.infinispan;
