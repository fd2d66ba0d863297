package org.jnvm.it.libraries;

import java.util.Set;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;

/** Leaves out tests of Java serialization, which refuses persistent objects: see docs/TRANSFORMER.md. */
public final class WithoutSerialization implements PostDiscoveryFilter {
    private static final Set<String> NAMES = Set.of("testSerial", "testSerializable", "testSerialization");

    @Override
    public FilterResult apply(TestDescriptor test) {
        return FilterResult.includedIf(!NAMES.contains(test.getDisplayName()));
    }
}
