package corpus.accessors;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.TreeMap;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Getters and setters by reflection, as libraries for beans use them; those of the program and annotations on them. */
public class Reflection {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Label {
        String value() default "none";

        int order() default 0;
    }

    @Persistent
    @Label("bean")
    public static class Bean {
        private int size = 3;
        private String title = "t";

        @Label(value = "the size", order = 2)
        public int getSize() {
            return size;
        }

        public void setSize(@Label("parameter") int size) {
            this.size = size;
        }

        @Label
        @Deprecated
        public String getTitle() {
            return title;
        }
    }

    public static void run(Stage s) throws Exception {
        Bean b = new Bean();
        Bean.class.getMethod("setSize", int.class).invoke(b, 8);
        TreeMap<String, Object> found = new TreeMap<>();
        for (Method m : Bean.class.getDeclaredMethods()) {
            Label label = m.getAnnotation(Label.class);
            if (label != null) {
                found.put(label.order() + label.value() + m.isAnnotationPresent(Deprecated.class), m.invoke(b));
            }
        }
        s.print(found, Bean.class.getAnnotation(Label.class).value());
        Method setter = Bean.class.getMethod("setSize", int.class);
        s.print(((Label) setter.getParameterAnnotations()[0][0]).value(), setter.getReturnType());
        Bean made = Bean.class.getDeclaredConstructor().newInstance();
        s.print(made.getSize(), b.getSize());
    }
}
