/** What memory may hold after a crash: units that persist by themselves, and their possible contents. */
package org.jnvm.crashtest.internal.model;
