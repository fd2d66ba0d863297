package org.jnvm.examples.parcels;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import tools.jackson.databind.json.JsonMapper;

/** Invariants checked: the application answers as its requests say, and shows health and meters of its heap. */
@SpringBootTest(properties = "jnvm.heap.path=${java.io.tmpdir}/${random.uuid}.heap")
@AutoConfigureMockMvc
@DirtiesContext // closes the heap, so that another context can have the default one
class ParcelsTest {
    @Autowired
    private MockMvcTester web;

    @Autowired
    private Parcels parcels;

    @Autowired
    private JsonMapper json;

    @Test
    void aParcelIsFollowed() {
        assertThat(web.post().uri("/parcels").param("recipient", "Ada"))
                .hasStatus(201)
                .bodyJson()
                .extractingPath("$.recipient")
                .isEqualTo("Ada");
        UUID id = parcels.to("Ada").get(0).id();
        assertThat(web.post().uri("/parcels/{id}/scans", id).param("place", "depot"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.scans[*].place")
                .isEqualTo(List.of("depot"));
        assertThat(web.get().uri("/parcels/{id}", id))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.delivered")
                .isEqualTo(false);
        web.post().uri("/parcels/{id}/scans", id).param("place", "Ada").exchange();
        assertThat(web.get().uri("/parcels").param("recipient", "Ada"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$[0].delivered")
                .isEqualTo(true);
    }

    @Test
    void aParcelThatIsNoneIsNotFound() {
        assertThat(web.get().uri("/parcels/{id}", UUID.randomUUID())).hasStatus(404);
        assertThat(web.post().uri("/parcels/{id}/scans", UUID.randomUUID()).param("place", "depot"))
                .hasStatus(404);
    }

    @Test
    void jsonOfAParcelIsThatOfItsView() {
        Parcel parcel = new Parcel(UUID.randomUUID(), "Grace");
        parcel.add(new Scan("depot", Instant.EPOCH));
        assertThat(json.readTree(json.writeValueAsString(parcel)))
                .isEqualTo(json.readTree(json.writeValueAsString(ParcelView.of(parcel))));
    }

    @Test
    void healthAndMetersAreShown() {
        assertThat(web.get().uri("/actuator/health"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.components.jnvm.status")
                .isEqualTo("UP");
        assertThat(web.get().uri("/actuator/health/readiness"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.components.jnvm.status")
                .isEqualTo("UP");
        assertThat(web.get().uri("/actuator/metrics/jnvm.heap.max"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.measurements[0].value")
                .isEqualTo((double) (256 << 20));
    }
}
