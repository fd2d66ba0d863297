/** J-NVM's store under the name of Infinispan's store for its tests, which this class hides. */
package org.infinispan.persistence.dummy;
