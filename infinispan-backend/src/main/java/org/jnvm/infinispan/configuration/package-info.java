/** How the store is configured: by a builder, and by the element {@code jnvm-store} of XML, JSON and YAML. */
@NullMarked
package org.jnvm.infinispan.configuration;

import org.jspecify.annotations.NullMarked;
