/** What an exploration can be told: the persistency model and the engine. */
@NullMarked
package org.jnvm.crashtest.option;

import org.jspecify.annotations.NullMarked;
