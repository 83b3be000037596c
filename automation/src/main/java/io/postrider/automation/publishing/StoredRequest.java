package io.postrider.automation.publishing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.automation.publishing.InboundAuthentication.Proved;
import io.postrider.automation.publishing.InboundEvents.Sent;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A request as a delivery keeps it: byte by byte, so that the same request can be taken again, unless a part of it is missing. */
final class StoredRequest {

    private static final int BODY_BYTES_MAX = 32 << 10;
    private static final String HEADERS = "headers";
    private static final String LEFT_OUT = "headers_left_out";
    private static final String BODY = "body";
    private static final String BASE64 = "body_base64";
    private static final String CUT = "body_cut";
    private static final String BATCH = "batch";
    private static final String INDEX = "index";
    private static final String SIGNED_ID = "signed_id";

    private StoredRequest() {}

    /**
     * The head of a request, and its body where a proof says whose it is.
     *
     * @param seen the headers that prove nothing at the endpoint
     */
    static ObjectNode of(Endpoint endpoint, Sent sent, ObjectNode seen) {
        ObjectNode kept = Json.object().put("endpoint_id", endpoint.id());
        List<String> secrets = InboundHeaders.secrets(seen);
        kept.set(HEADERS, seen.without(secrets));
        Proved by = sent.by();
        if (by == null) {
            return kept;
        }
        if (!secrets.isEmpty()) {
            kept.set(LEFT_OUT, Json.texts(secrets));
        }
        if (by.signedId() != null) {
            kept.put(SIGNED_ID, by.signedId());
        }
        if (sent.batch()) {
            kept.put(BATCH, true);
        }
        if (sent.index() != null) {
            kept.put(INDEX, sent.index());
        }
        body(kept, sent.body());
        return kept;
    }

    private static void body(ObjectNode kept, byte[] body) {
        if (body.length > BODY_BYTES_MAX) {
            kept.put(BODY, new String(body, 0, BODY_BYTES_MAX, UTF_8)).put(CUT, true);
            return;
        }
        try {
            kept.put(BODY, UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
        } catch (CharacterCodingException e) {
            kept.put(BASE64, Base64.getEncoder().encodeToString(body));
        }
    }

    /**
     * The request once more.
     *
     * @param proof the name of the proof that it had
     */
    static Validated<Sent> again(Endpoint endpoint, JsonNode kept, String proof, String requestId) {
        if (!kept.has(BODY) && !kept.has(BASE64)) {
            return Validated.refused(Problem.notFound());
        }
        return missing(endpoint, kept)
                .map(part -> Validated.<Sent>refused(incomplete(part)))
                .orElseGet(() -> Validated.valid(sent(endpoint, kept, proof, requestId)));
    }

    private static Problem incomplete(String part) {
        return Problem.of(
                409,
                "delivery_incomplete",
                "The request cannot be resent: " + part + " was not stored.");
    }

    /** The unstored parts of a request that affect its event. */
    private static Optional<String> missing(Endpoint endpoint, JsonNode kept) {
        if (kept.path(CUT).asBoolean(false)) {
            return Optional.of("the body after its first 32 KiB");
        }
        String expressions =
                Stream.of(endpoint.mapping(), endpoint.intake().typeExpression())
                        .filter(Objects::nonNull)
                        .map(text -> text.toLowerCase(Locale.ROOT))
                        .toList()
                        .toString();
        return kept.path(LEFT_OUT)
                .valueStream()
                .map(name -> name.asString(""))
                .filter(expressions::contains)
                .map(name -> "its header " + name)
                .findFirst();
    }

    private static Sent sent(Endpoint endpoint, JsonNode kept, String proof, String requestId) {
        HttpHeaders headers = new HttpHeaders();
        kept.path(HEADERS)
                .properties()
                .forEach(header -> headers.set(header.getKey(), header.getValue().asString("")));
        byte[] body =
                kept.has(BODY)
                        ? kept.path(BODY).asString("").getBytes(UTF_8)
                        : Base64.getDecoder().decode(kept.path(BASE64).asString(""));
        Proved by =
                new Proved(proof(endpoint, proof), kept.path(SIGNED_ID).asStringOpt().orElse(null));
        return new Sent(
                headers,
                body,
                requestId,
                null,
                by,
                kept.path(BATCH).asBoolean(false),
                kept.has(INDEX) ? kept.path(INDEX).asLong(0) : null);
    }

    /** The proof that a request had; if the endpoint has it no more, its first one. */
    private static EndpointProof proof(Endpoint endpoint, String name) {
        return endpoint.acceptedProofs().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseGet(() -> endpoint.proofs().getFirst());
    }
}
