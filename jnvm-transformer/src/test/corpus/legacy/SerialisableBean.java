package corpus.legacy;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A serialisable class with its constants and hooks, used without being serialised. */
public class SerialisableBean {
    @Persistent
    static class Message implements Serializable {
        private static final long serialVersionUID = 42L;
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("text", String.class)};
        private String text;
        private long sent;
        private Message reply;
        private transient Thread sender;

        Message(String text) {
            this.text = text;
            sent = text.length() + serialVersionUID;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject(text);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            text = (String) in.readObject();
        }

        private Object readResolve() {
            return this;
        }

        Message answer(String with) {
            sender = Thread.currentThread();
            return reply = new Message(with + " to " + text);
        }
    }

    public static void run(Stage s) {
        Message m = new Message("hello");
        s.print(m.answer("yes").text, m.reply.sent, m.sent, m.sender == Thread.currentThread());
        s.print(Message.serialPersistentFields.length, m.readResolve() == null, m instanceof Serializable);
    }
}
