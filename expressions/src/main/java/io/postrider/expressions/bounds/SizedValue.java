package io.postrider.expressions.bounds;

import java.util.ArrayList;
import java.util.LinkedHashMap;

/** An array or object of the input, which knows its weight and its height. */
public interface SizedValue {

    /** Its values and the characters of its texts. */
    long weight();

    /** Levels of arrays and objects, itself included. */
    int height();

    /** An array of the input. */
    final class Array extends ArrayList<Object> implements SizedValue {

        private long weight = ValueSize.ENTRY;
        private int height = 1;

        public Array(int size) {
            super(size);
        }

        public void append(Object element) {
            add(element);
            weight += ValueSize.ofInput(element);
            height = Math.max(height, 1 + ValueSize.heightOfInput(element));
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
    final class Members extends LinkedHashMap<String, Object> implements SizedValue {

        private long weight = ValueSize.ENTRY;
        private int height = 1;

        public void set(String key, Object value) {
            put(key, value);
            weight += key.length() + ValueSize.ofInput(value);
            height = Math.max(height, 1 + ValueSize.heightOfInput(value));
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
