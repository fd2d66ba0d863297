package org.jnvm.examples.parcels;

import java.time.Instant;

/** Where a parcel was seen, and when; a value. */
public record Scan(String place, Instant time) {}
