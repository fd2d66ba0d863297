/** What lets Infinispan's tests run with J-NVM's store in the place of the one that they ask for. */
package org.jnvm.it.infinispan.adopted;
