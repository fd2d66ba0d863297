/** What callers of the transformer give and get: class files and where they come from, options, findings, a report. */
package org.jnvm.transform;
