package org.jnvm.examples.parcels;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jnvm.Persistent;

/** A parcel on its way. */
@Persistent
public class Parcel {
    private final UUID id;
    private final String recipient;
    private final List<Scan> scans = new ArrayList<>();
    private boolean delivered;

    public Parcel(UUID id, String recipient) {
        this.id = id;
        this.recipient = recipient;
    }

    public UUID getId() {
        return id;
    }

    public String getRecipient() {
        return recipient;
    }

    public List<Scan> getScans() {
        return scans;
    }

    public boolean isDelivered() {
        return delivered;
    }

    void add(Scan scan) {
        scans.add(scan);
        delivered = scan.place().equals(recipient);
    }
}
