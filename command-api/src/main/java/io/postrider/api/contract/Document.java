package io.postrider.api.contract;

import io.postrider.api.http.Answer;
import io.postrider.api.http.Preconditions;
import io.postrider.platform.hashes.Sha256;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** A document that is the same for everybody, with a tag by which callers who have it are told so. */
final class Document {

    private final byte[] bytes;
    private final MediaType type;
    private final String etag;

    private Document(byte[] bytes, MediaType type, String etag) {
        this.bytes = bytes;
        this.type = type;
        this.etag = etag;
    }

    static Document of(byte[] bytes, MediaType type) {
        return new Document(bytes, type, "\"" + Sha256.hex(bytes, 12) + "\"");
    }

    Answer answer(HttpHeaders asked) {
        Answer.Reply reply =
                Preconditions.isKnown(asked, etag)
                        ? Answer.empty(304)
                        : new Answer.Reply(200, bytes, type, Map.of(), false);
        // To be kept, and asked for anew each time: the tag saves all but the question.
        return reply.with(HttpHeaders.ETAG, etag).with(HttpHeaders.CACHE_CONTROL, "no-cache");
    }
}
