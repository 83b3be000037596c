package io.postrider.redirects;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes Avro's binary encoding by hand into bytes that are used again and again. */
final class AvroBuffer {

    private static final int NULL = 0;
    private static final int PRESENT = 1;

    private byte[] bytes;
    private int length;

    AvroBuffer(int capacity) {
        this.bytes = new byte[capacity];
    }

    /** The bytes written, from the start of the array up to {@link #length()}; valid until the next write. */
    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    void clear() {
        length = 0;
    }

    /** Appends encoded bytes. */
    AvroBuffer raw(byte[] encoded) {
        require(encoded.length);
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        length += encoded.length;
        return this;
    }

    /** An int or long, which have the same encoding in Avro. */
    AvroBuffer number(long value) {
        require(Long.BYTES + 2);
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    AvroBuffer bytes(byte[] value) {
        return number(value.length).raw(value);
    }

    AvroBuffer text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    AvroBuffer optional(@Nullable String value) {
        return value == null ? absent() : present().text(value);
    }

    AvroBuffer absent() {
        return number(NULL);
    }

    AvroBuffer present() {
        return number(PRESENT);
    }

    /** The first characters of a text that is known to be ASCII. */
    AvroBuffer ascii(String value, int count) {
        number(count);
        require(count);
        for (int i = 0; i < count; i++) {
            bytes[length + i] = (byte) value.charAt(i);
        }
        length += count;
        return this;
    }

    private void require(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
