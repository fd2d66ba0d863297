package beans;

import com.fasterxml.jackson.annotation.*;
import jakarta.json.bind.annotation.*;
import org.jnvm.Persistent;

/** Final fields, set by a constructor for libraries. */
@Persistent
public class Created {
    private final int number;
    private final String text;

    @JsonCreator
    @JsonbCreator
    public Created(
            @JsonProperty("number") @JsonbProperty("number") int number,
            @JsonProperty("text") @JsonbProperty("text") String text) {
        this.number = number;
        this.text = text;
    }

    public int getNumber() {
        return number;
    }

    public String getText() {
        return text;
    }

    public static Created sample() {
        return new Created(4, "four");
    }

    public String state() {
        return number + text;
    }
}
