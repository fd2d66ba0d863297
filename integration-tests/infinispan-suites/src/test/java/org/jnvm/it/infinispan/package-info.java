/** Infinispan's own suites for stores, run with J-NVM's store from outside Infinispan's source tree. */
package org.jnvm.it.infinispan;
