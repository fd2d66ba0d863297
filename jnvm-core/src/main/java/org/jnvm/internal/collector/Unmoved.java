package org.jnvm.internal.collector;

import org.jnvm.internal.recovery.Anomaly;
import org.jnvm.internal.recovery.AnomalySink;

/** Hears without alarm of what a trace meets beside the program: that changes objects while they are looked at. */
final class Unmoved implements AnomalySink {
    @Override
    public void reference(Anomaly anomaly, long owner, long at, long ref, int worker) {}

    @Override
    public void object(Anomaly anomaly, long object, long at) {}

    @Override
    public void validFurtherBlock() {}
}
