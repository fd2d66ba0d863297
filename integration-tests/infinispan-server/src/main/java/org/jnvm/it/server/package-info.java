/** Kills a server of Infinispan while clients change its caches, and looks for what is lost. */
package org.jnvm.it.server;
