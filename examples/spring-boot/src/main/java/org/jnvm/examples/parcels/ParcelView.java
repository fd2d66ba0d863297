package org.jnvm.examples.parcels;

import java.util.List;
import java.util.UUID;

/** What a client sees of a parcel: how it was at one moment. */
public record ParcelView(UUID id, String recipient, List<Scan> scans, boolean delivered) {
    static ParcelView of(Parcel parcel) {
        return new ParcelView(
                parcel.getId(), parcel.getRecipient(), List.copyOf(parcel.getScans()), parcel.isDelivered());
    }
}
