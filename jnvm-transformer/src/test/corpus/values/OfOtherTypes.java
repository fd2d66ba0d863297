package corpus.values;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.ByValue;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A class that has a ValueType, in a field that says so, in an open one, and as an element. */
public class OfOtherTypes {
    @Persistent
    static class Link {
        @ByValue
        URI target = URI.create("http://jnvm.org/a");

        Object any;
        List<URI> before = new ArrayList<>();

        Link follow(String path) {
            before.add(target);
            target = target.resolve(path);
            return this;
        }
    }

    public static void run(Stage s) {
        Link l = new Link();
        s.put("OfOtherTypes", l);
        s.print(l.follow("b/c").target, l.follow("../d").target.getPath(), l.before);
        l.any = l.target;
        s.reopen();
        Link again = s.get("OfOtherTypes");
        s.print(again.any.equals(again.target), again.target, again.before.contains(URI.create("http://jnvm.org/b/c")));
        again.target = null;
        s.caught(() -> again.follow("e"));
        s.print(again.before, again.any + "!");
    }
}
