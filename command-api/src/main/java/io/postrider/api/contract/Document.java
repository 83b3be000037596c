package io.postrider.api.contract;

import io.postrider.platform.hashes.Sha256;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.route.Preconditions;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** A document that is the same for all callers, with an ETag. */
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

    ApiResponse answer(HttpHeaders asked) {
        ApiResponse.Reply reply =
                Preconditions.isKnown(asked, etag)
                        ? ApiResponse.empty(304)
                        : new ApiResponse.Reply(200, bytes, type, Map.of(), false);
        // Clients store the response and revalidate it each time: the tag saves the body.
        return reply.with(HttpHeaders.ETAG, etag).with(HttpHeaders.CACHE_CONTROL, "no-cache");
    }
}
