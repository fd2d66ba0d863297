/** What an exploration can be told: the persistency model and the engine. */
package org.jnvm.crashtest.option;
