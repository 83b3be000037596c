package io.postrider.models;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;

/** A kept answer that is unpacked while it is sent, in small parts. */
final class TranscriptReader {

    private static final int PART_BYTES = 16 << 10;

    /** A gzip file ends with the size of its content (RFC 1952, section 2.3.1). */
    private static final int SIZE_BYTES = 4;

    private final byte[] packed;
    private final int size;

    private TranscriptReader(byte[] packed, int size) {
        this.packed = packed;
        this.size = size;
    }

    /** Opens a text of {@link CompressedTranscript#text}; empty if its content is larger than the limit. */
    static Optional<TranscriptReader> of(String text) {
        byte[] packed = Base64.getDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
        int size =
                ByteBuffer.wrap(packed)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getInt(packed.length - SIZE_BYTES);
        return size < 0 || size > CompressedTranscript.RAW_BYTES_MAX
                ? Optional.empty()
                : Optional.of(new TranscriptReader(packed, size));
    }

    /** The number of bytes of the answer. */
    int size() {
        return size;
    }

    /** The number of bytes that are in memory at most while it is sent. */
    int held() {
        return packed.length + size;
    }

    /** The response; fails if it is longer than its size. */
    Flux<byte[]> parts() {
        return Flux.generate(
                () -> new Reading(new GZIPInputStream(new ByteArrayInputStream(packed))),
                (reading, sink) -> {
                    reading.next(sink);
                    return reading;
                },
                Reading::close);
    }

    private final class Reading {

        private final GZIPInputStream in;
        private int read;

        private Reading(GZIPInputStream in) {
            this.in = in;
        }

        private void next(SynchronousSink<byte[]> sink) {
            try {
                byte[] part = in.readNBytes(PART_BYTES);
                read += part.length;
                if (read > size) {
                    sink.error(new IllegalStateException("kept answer: more than " + size));
                } else if (part.length == 0) {
                    sink.complete();
                } else {
                    sink.next(part);
                }
            } catch (IOException e) {
                sink.error(e);
            }
        }

        private void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new IllegalStateException("an array cannot fail to close", e);
            }
        }
    }
}
