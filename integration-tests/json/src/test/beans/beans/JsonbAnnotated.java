package beans;

import jakarta.json.bind.annotation.*;
import org.jnvm.Persistent;

/** Fields with JSON-B's annotations. */
@Persistent
public class JsonbAnnotated {
    @JsonbProperty("n")
    private int number = 1;

    @JsonbProperty("t")
    public String text = "t";

    @JsonbTransient
    private String passwordHash = "hash";

    @JsonbTransient
    public int ignored = 3;

    @JsonbNumberFormat("0.00")
    public double amount = 1.5;

    @JsonbProperty(nillable = true)
    public String perhaps;

    @JsonbProperty("unseen")
    private int hidden = 4;

    @JsonbProperty("e_mail")
    public int eMail = 5;

    public int getNumber() {
        return number;
    }

    public void setNumber(int number) {
        this.number = number;
    }

    public String getPasswordHash() {
        return passwordHash;
    }

    public void setPasswordHash(String hash) {
        passwordHash = hash;
    }

    public static JsonbAnnotated sample() {
        JsonbAnnotated a = new JsonbAnnotated();
        a.amount = 2.25;
        return a;
    }

    public String state() {
        return number + text + passwordHash + ignored + amount + perhaps + hidden + eMail;
    }
}
