package org.jnvm.examples.places;

import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The places over HTTP. */
@RestController
class PlaceController {
    private final Places places;

    PlaceController(Places places) {
        this.places = places;
    }

    @GetMapping("/places/{name}")
    String locate(@PathVariable String name) {
        return places.locate(name);
    }

    @DeleteMapping("/places/{name}")
    void forget(@PathVariable String name) {
        places.forget(name);
    }
}
