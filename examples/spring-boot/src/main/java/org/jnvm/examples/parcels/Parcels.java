package org.jnvm.examples.parcels;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jnvm.Heap;
import org.jnvm.pdt.PIndex;
import org.jnvm.pdt.PIndexedMap;
import org.springframework.stereotype.Repository;

/** All parcels. What a method has changed is durable when it returns. Safe for use by several threads. */
@Repository
public class Parcels {
    private final PIndexedMap<UUID, Parcel> parcels;
    private final PIndex<String, UUID, Parcel> byRecipient;

    public Parcels(Heap heap) {
        parcels = find(heap);
        byRecipient = parcels.index("recipient", Parcel::getRecipient);
    }

    @SuppressWarnings("unchecked") // what a root leads to has no type arguments
    private static PIndexedMap<UUID, Parcel> find(Heap heap) {
        if (!heap.root().exists("parcels")) {
            heap.root().put("parcels", new PIndexedMap<UUID, Parcel>());
        }
        return (PIndexedMap<UUID, Parcel>) heap.root().get("parcels");
    }

    public ParcelView send(String recipient) {
        Parcel parcel = new Parcel(UUID.randomUUID(), recipient);
        parcels.put(parcel.getId(), parcel);
        return ParcelView.of(parcel);
    }

    /** Says that a parcel was seen; returns whether there is such a parcel. */
    public boolean scan(UUID id, String place) {
        return parcels.update(id, parcel -> parcel.add(new Scan(place, Instant.now())));
    }

    public Optional<ParcelView> find(UUID id) {
        return Optional.ofNullable(parcels.read(id, ParcelView::of));
    }

    public List<ParcelView> to(String recipient) {
        return byRecipient.stream(recipient)
                .flatMap(parcel -> find(parcel.getId()).stream())
                .toList();
    }
}
