/** How the store is configured: by a builder, and by the element {@code jnvm-store} of XML, JSON and YAML. */
package org.jnvm.infinispan.configuration;
