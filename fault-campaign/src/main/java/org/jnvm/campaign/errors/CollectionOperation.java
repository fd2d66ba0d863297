package org.jnvm.campaign.errors;

import java.util.function.Consumer;
import org.jnvm.JNVM;
import org.jnvm.pdt.PString;

/** Maps, lists and roots, outside of blocks. */
enum CollectionOperation implements Operation {
    PUT_PLAIN {
        @Override
        public void run(Books books, int n) {
            put(books, 0, n);
        }

        @Override
        public void expect(Model model, int n) {
            model.maps.get(0).put(Changes.keyText(n), "put " + n);
        }
    },
    PUT_CONCURRENT {
        @Override
        public void run(Books books, int n) {
            put(books, 1, n);
        }

        @Override
        public void expect(Model model, int n) {
            model.maps.get(1).put(Changes.keyText(n), "put " + n);
        }
    },
    PUT_SORTED {
        @Override
        public void run(Books books, int n) {
            put(books, 2, n);
        }

        @Override
        public void expect(Model model, int n) {
            model.maps.get(2).put(Changes.keyText(n), "put " + n);
        }
    },
    CONVERSION {
        @Override
        public void run(Books books, int n) {
            books.maps.get(Books.CONVERTING).put(Changes.keyText(n), "converted " + n);
        }

        @Override
        public void expect(Model model, int n) {
            model.maps.get(Books.CONVERTING).put(Changes.keyText(n), "converted " + n);
        }
    },
    GROW {
        @Override
        public void run(Books books, int n) {
            GrowingMap.run(n);
        }

        @Override
        public void expect(Model model, int n) {
            GrowingMap.expect(model.growing, n);
        }

        @Override
        public void between(Model model, int n, Consumer<Model> left) {
            GrowingMap.between(model.growing, n, () -> left.accept(model));
        }
    },
    COMPUTE {
        @Override
        public void run(Books books, int n) {
            books.maps
                    .get(n % 3)
                    .compute(Changes.key(n), (key, before) -> n % 4 == 0 ? null : new PString("computed " + n));
        }

        @Override
        public void expect(Model model, int n) {
            model.maps.get(n % 3).compute(Changes.keyText(n), (key, before) -> n % 4 == 0 ? null : "computed " + n);
        }
    },
    REMOVE {
        @Override
        public void run(Books books, int n) {
            CharSequence before = books.maps.get(n % 3).remove(Changes.keyText(n));
            if (before != null) {
                JNVM.heap().free(before);
            }
        }

        @Override
        public void expect(Model model, int n) {
            model.maps.get(n % 3).remove(Changes.keyText(n));
        }
    },
    ROOT_PUT {
        @Override
        public void run(Books books, int n) {
            JNVM.root.put("extra" + n % 4, new PString("root " + n));
        }

        @Override
        public void expect(Model model, int n) {
            model.roots.put("extra" + n % 4, "root " + n);
        }
    },
    ROOT_REMOVE {
        @Override
        public void run(Books books, int n) {
            JNVM.root.remove("extra" + n % 4);
        }

        @Override
        public void expect(Model model, int n) {
            model.roots.remove("extra" + n % 4);
        }
    },
    LIST_ADD {
        @Override
        public void run(Books books, int n) {
            if (books.list.size() < MOST) {
                books.list.add(new PString("added " + n));
            } else {
                books.list.add(0, new PString("first " + n));
                books.list.subList(MOST / 2, books.list.size()).clear();
            }
        }

        @Override
        public void expect(Model model, int n) {
            if (model.list.size() < MOST) {
                model.list.add("added " + n);
            } else {
                model.list.add(0, "first " + n);
                model.list.subList(MOST / 2, model.list.size()).clear();
            }
        }

        @Override
        public void between(Model model, int n, Consumer<Model> left) {
            if (model.list.size() >= MOST) {
                model.list.add(0, "first " + n);
                left.accept(model);
            }
        }
    },
    LIST_REMOVE {
        @Override
        public void run(Books books, int n) {
            if (!books.list.isEmpty()) {
                JNVM.heap().free(books.list.remove(n % books.list.size()));
            }
        }

        @Override
        public void expect(Model model, int n) {
            if (!model.list.isEmpty()) {
                model.list.remove(n % model.list.size());
            }
        }
    };

    private static final int MOST = 12; // entries of the list

    private static void put(Books books, int map, int n) {
        CharSequence before = books.maps.get(map).put(Changes.key(n), new PString("put " + n));
        if (before != null) {
            JNVM.heap().free(before);
        }
    }
}
