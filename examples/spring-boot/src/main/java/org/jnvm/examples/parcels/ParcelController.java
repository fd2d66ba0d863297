package org.jnvm.examples.parcels;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Parcels behind HTTP. What was answered is durable. */
@RestController
@RequestMapping("/parcels")
public class ParcelController {
    private final Parcels parcels;

    public ParcelController(Parcels parcels) {
        this.parcels = parcels;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    public ParcelView send(@RequestParam String recipient) {
        return parcels.send(recipient);
    }

    @PostMapping("/{id}/scans")
    public ResponseEntity<ParcelView> scan(@PathVariable UUID id, @RequestParam String place) {
        return ResponseEntity.of(parcels.scan(id, place) ? parcels.find(id) : Optional.empty());
    }

    @GetMapping("/{id}")
    public ResponseEntity<ParcelView> find(@PathVariable UUID id) {
        return ResponseEntity.of(parcels.find(id));
    }

    @GetMapping
    public List<ParcelView> to(@RequestParam String recipient) {
        return parcels.to(recipient);
    }
}
