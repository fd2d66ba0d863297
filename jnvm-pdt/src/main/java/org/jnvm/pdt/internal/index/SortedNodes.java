package org.jnvm.pdt.internal.index;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sorted nodes in the form that {@link TreeMap#putAll} makes an empty map of in linear time. It has one entry, which
 * moves: {@code putAll} looks at an entry before it takes the next one.
 */
final class SortedNodes extends AbstractMap<Object, IndexNode> implements SortedMap<Object, IndexNode> {
    private final NodeList nodes;

    SortedNodes(NodeList nodes) {
        this.nodes = nodes;
    }

    private final class Cursor implements Iterator<Entry<Object, IndexNode>>, Entry<Object, IndexNode> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < nodes.size();
        }

        @Override
        public Entry<Object, IndexNode> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no further node");
            }
            next++;
            return this;
        }

        @Override
        public Object getKey() {
            return getValue();
        }

        @Override
        public IndexNode getValue() {
            return nodes.get(next - 1);
        }

        @Override
        public IndexNode setValue(IndexNode value) {
            throw new UnsupportedOperationException("read-only");
        }
    }

    @Override
    public Set<Entry<Object, IndexNode>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<Object, IndexNode>> iterator() {
                return new Cursor();
            }

            @Override
            public int size() {
                return nodes.size();
            }
        };
    }

    @Override
    public Comparator<Object> comparator() {
        return LookupKey.ORDER;
    }

    @Override
    public Object firstKey() {
        return nodes.get(0);
    }

    @Override
    public Object lastKey() {
        return nodes.get(nodes.size() - 1);
    }

    @Override
    public SortedMap<Object, IndexNode> subMap(Object from, Object to) {
        throw new UnsupportedOperationException("only to be taken as a whole");
    }

    @Override
    public SortedMap<Object, IndexNode> headMap(Object to) {
        throw new UnsupportedOperationException("only to be taken as a whole");
    }

    @Override
    public SortedMap<Object, IndexNode> tailMap(Object from) {
        throw new UnsupportedOperationException("only to be taken as a whole");
    }
}
