package io.postrider.web.body;

import io.postrider.platform.hashes.Sha256;
import io.postrider.schemas.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of a request.
 *
 * @param bytes the bytes of the body
 * @param json the parsed body; an empty object for an empty body
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are hashed.
public record Payload(byte[] bytes, ObjectNode json) {

    public static final Payload NONE = new Payload(new byte[0], Json.object());

    /** The SHA-256 of the bytes, in hexadecimal digits. */
    public String sha256() {
        return Sha256.hex(bytes);
    }
}
