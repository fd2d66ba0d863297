package beans;

import com.fasterxml.jackson.annotation.*;
import org.jnvm.Persistent;

/** Fields with Jackson's annotations, private and not, with accessors of the program and without. */
@Persistent
public class JacksonAnnotated {
    @JsonProperty
    private int number = 1;

    @JsonProperty("renamed")
    private String text = "t";

    @JsonProperty("user_name")
    private String userName = "u";

    @JsonIgnore
    private String passwordHash = "hash";

    @JsonIgnore
    public int ignored = 3;

    @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
    private String password = "p";

    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    private int version = 4;

    @JsonAlias({"old", "older"})
    public int current = 5;

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private String perhaps;

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private String never = "n";

    @JsonFormat(shape = JsonFormat.Shape.STRING)
    private int asText = 6;

    @JsonProperty
    private int aB = 7;

    @JsonProperty
    int inPackage = 8;

    @JsonProperty("shown")
    public int publicRenamed = 9;

    @JsonIgnore
    private int ignoredWithSetter = 10;

    @JsonProperty
    private int _getter = 11;

    @JsonProperty
    private final int fixed = 12;

    public String getUserName() {
        return userName;
    }

    public void setUserName(String userName) {
        this.userName = userName;
    }

    public String getPasswordHash() {
        return passwordHash;
    }

    public void setPasswordHash(String hash) {
        passwordHash = hash;
    }

    public String getPassword() {
        return password;
    }

    public void setPassword(String password) {
        this.password = password;
    }

    public int getVersion() {
        return version;
    }

    public String getPerhaps() {
        return perhaps;
    }

    public void setPerhaps(String perhaps) {
        this.perhaps = perhaps;
    }

    public void setIgnoredWithSetter(int n) {
        ignoredWithSetter = n;
    }

    public static JacksonAnnotated sample() {
        JacksonAnnotated a = new JacksonAnnotated();
        a.text = "s";
        return a;
    }

    public String state() {
        return number + text + userName + passwordHash + ignored + password + version + " " + current + perhaps + never
                + asText + aB + inPackage + publicRenamed + ignoredWithSetter + _getter + fixed;
    }
}
