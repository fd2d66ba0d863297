/** J-NVM's store under the name of Infinispan's SingleFileStore, which this class hides. */
package org.infinispan.persistence.file;
