/** J-NVM's store under the name of Infinispan's SoftIndexFileStore, which this class hides. */
package org.infinispan.persistence.sifs;
