package beans;

/** Has a getter for what is a private field of a class. */
public interface Sized {
    int size();

    default int getSize() {
        return size() * 2;
    }
}
