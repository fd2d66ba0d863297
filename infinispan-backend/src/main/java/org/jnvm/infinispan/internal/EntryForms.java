package org.jnvm.infinispan.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.infinispan.commons.marshall.WrappedByteArray;
import org.infinispan.marshall.persistence.PersistenceMarshaller;
import org.infinispan.metadata.Metadata;
import org.infinispan.metadata.impl.PrivateMetadata;
import org.infinispan.persistence.spi.MarshallableEntry;
import org.infinispan.persistence.spi.MarshallableEntryFactory;
import org.infinispan.persistence.spi.PersistenceException;
import org.jnvm.spi.Proxy;

/**
 * Converts between what a cache gives and gets, and what is in the heap: persistent objects stay as they are, everything
 * else becomes bytes. Safe for use by several threads.
 *
 * @param <K> the keys of the cache
 * @param <V> its values
 */
public final class EntryForms<K, V> {
    private final MarshallableEntryFactory<K, V> factory;
    private final PersistenceMarshaller marshaller;

    /**
     * Makes converters.
     *
     * @param factory makes the entries that a cache gets
     * @param marshaller for metadata, for keys without a form of their own
     */
    public EntryForms(MarshallableEntryFactory<K, V> factory, PersistenceMarshaller marshaller) {
        this.factory = factory;
        this.marshaller = marshaller;
    }

    // ---- keys ----

    /** Returns what finds a key in the maps: the key itself if it is a persistent object, else its probe. */
    Object probe(Object key) {
        if (key instanceof Proxy) {
            return key;
        }
        if (key instanceof String text) {
            return probe(text);
        }
        if (key instanceof WrappedByteArray array) {
            return new KeyProbe(KeyForm.BYTES, bytes(array));
        }
        if (key instanceof Integer number) {
            return new KeyProbe(
                    KeyForm.INT,
                    ByteBuffer.allocate(Integer.BYTES).putInt(number).array(),
                    number);
        }
        if (key instanceof Long number) {
            return new KeyProbe(
                    KeyForm.LONG,
                    ByteBuffer.allocate(Long.BYTES).putLong(number).array(),
                    Long.hashCode(number));
        }
        return new KeyProbe(KeyForm.MARSHALLED, marshalled(key));
    }

    private static KeyProbe probe(String text) {
        byte[] latin = text.getBytes(StandardCharsets.ISO_8859_1);
        if (new String(latin, StandardCharsets.ISO_8859_1).equals(text)) {
            return new KeyProbe(KeyForm.LATIN1, latin, text.hashCode());
        }
        ByteBuffer units = ByteBuffer.allocate(text.length() * Character.BYTES);
        units.asCharBuffer().put(text);
        return new KeyProbe(KeyForm.UTF16, units.array(), text.hashCode());
    }

    private static byte[] bytes(WrappedByteArray array) {
        byte[] all = array.getBytes();
        int from = array.backArrayOffset();
        return from == 0 && array.getLength() == all.length
                ? all
                : Arrays.copyOfRange(all, from, from + array.getLength());
    }

    /** Returns the key that a map has, as the cache knows it. */
    @SuppressWarnings("unchecked")
    K key(Object stored) {
        if (!(stored instanceof StoredKey key)) {
            return (K) stored;
        }
        KeyProbe probe = key.probe();
        return (K)
                (probe.form() == KeyForm.MARSHALLED
                        ? unmarshalled(probe.bytes(), 0, probe.bytes().length)
                        : probe.form().read(probe.bytes()));
    }

    private byte[] marshalled(Object key) {
        try {
            return marshaller.objectToByteBuffer(key);
        } catch (IOException e) {
            throw new PersistenceException(
                    "key cannot be marshalled: class=" + key.getClass().getName()
                            + "; make it marshallable, or a persistent class",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PersistenceException("interrupted while a key was marshalled", e);
        }
    }

    private Object unmarshalled(byte[] bytes, int from, int count) {
        try {
            return marshaller.objectFromByteBuffer(bytes, from, count);
        } catch (IOException | ClassNotFoundException e) {
            throw new PersistenceException(
                    "what the marshaller wrote cannot be read: bytes=" + count
                            + "; use the marshaller and the classes that the cache was written with",
                    e);
        }
    }

    @SuppressWarnings("unchecked")
    private <T> T unmarshalled(org.infinispan.commons.io.ByteBuffer part) {
        return part == null ? null : (T) unmarshalled(part.getBuf(), part.getOffset(), part.getLength());
    }

    // ---- entries ----

    /** Returns what of a cache's entry goes into the heap; marshals what must be. */
    EntryValue value(MarshallableEntry<? extends K, ? extends V> entry) {
        Object value = entry.getValue();
        boolean object = value instanceof Proxy;
        return new EntryValue(
                object ? value : null,
                object ? null : entry.getValueBytes(),
                entry.getMetadataBytes(),
                entry.getInternalMetadataBytes(),
                entry.created(),
                entry.lastUsed(),
                entry.expiryTime());
    }

    /** Returns an entry for the cache; one without a value if that was not read. */
    MarshallableEntry<K, V> entry(K key, EntryValue value) {
        if (value.object() == null) {
            return factory.create(
                    key, value.bytes(), value.metadata(), value.internalMetadata(), value.created(), value.lastUsed());
        }
        return factory.create(
                key,
                value.object(),
                this.<Metadata>unmarshalled(value.metadata()),
                this.<PrivateMetadata>unmarshalled(value.internalMetadata()),
                value.created(),
                value.lastUsed());
    }
}
