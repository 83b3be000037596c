package io.postrider.expressions;

import java.util.ArrayList;
import java.util.LinkedHashMap;

/** An array or object of the input, which knows its weight and its height. */
interface Weighed {

    /** Its values and the characters of its texts. */
    long weight();

    /** Levels of arrays and objects, itself included. */
    int height();

    /** An array of the input. */
    final class Array extends ArrayList<Object> implements Weighed {

        private long weight = Weights.ENTRY;
        private int height = 1;

        Array(int size) {
            super(size);
        }

        void append(Object element) {
            add(element);
            weight += Weights.ofInput(element);
            height = Math.max(height, 1 + Weights.heightOfInput(element));
        }

        @Override
        public long weight() {
            return weight;
        }

        @Override
        public int height() {
            return height;
        }
    }

    /** An object of the input. */
    final class Members extends LinkedHashMap<String, Object> implements Weighed {

        private long weight = Weights.ENTRY;
        private int height = 1;

        void set(String key, Object value) {
            put(key, value);
            weight += key.length() + Weights.ofInput(value);
            height = Math.max(height, 1 + Weights.heightOfInput(value));
        }

        @Override
        public long weight() {
            return weight;
        }

        @Override
        public int height() {
            return height;
        }
    }
}
