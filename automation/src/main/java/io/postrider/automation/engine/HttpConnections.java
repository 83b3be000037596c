package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.automation.rules.Sealer;
import io.postrider.domain.automation.HttpConnection;
import io.postrider.domain.automation.HttpConnection.Kind;
import io.postrider.domain.automation.HttpConnectionEvent;
import io.postrider.outbound.egress.HeaderField;
import io.postrider.platform.secrets.HubSignature;
import io.postrider.schemas.EventRecord;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The connections of the installation, and the headers that they make. */
final class HttpConnections {

    private final Map<String, Known> byId = new ConcurrentHashMap<>();
    private final Sealer sealer;

    HttpConnections(Sealer sealer) {
        this.sealer = sealer;
    }

    private record Known(HttpConnection connection, long sequence, boolean deleted) {}

    /** Applies an event. An event that is older than what is known changes nothing. */
    void apply(EventRecord event) {
        if (event.payload() instanceof HttpConnectionEvent change) {
            HttpConnection connection = change.connection();
            Known known = new Known(connection, event.header().sequence(), change.deletes());
            byId.merge(
                    connection.id(),
                    known,
                    (before, after) -> after.sequence() > before.sequence() ? after : before);
        }
    }

    /** A connection of a workspace. */
    Optional<HttpConnection> find(String workspace, String id) {
        return Optional.ofNullable(byId.get(id))
                .filter(known -> !known.deleted())
                .map(Known::connection)
                .filter(connection -> connection.workspace().equals(workspace));
    }

    /** The secret of a connection; empty where the key of the workspace is gone. */
    Optional<String> secret(HttpConnection connection) {
        return sealer.open(
                connection.workspace(),
                HttpConnection.purpose(connection.id()),
                connection.secret());
    }

    /** The header with a secret, for a request with a body; empty where the secret makes none. */
    static Optional<HeaderField> header(Kind kind, String secret, byte[] body) {
        try {
            return Optional.of(
                    switch (kind) {
                        case BEARER -> new HeaderField("Authorization", "Bearer " + secret);
                        case BASIC -> new HeaderField("Authorization", "Basic " + base64(secret));
                        case HEADER -> own(secret);
                        case HMAC ->
                                new HeaderField(HubSignature.HEADER, HubSignature.of(secret, body));
                    });
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String base64(String secret) {
        return Base64.getEncoder().encodeToString(secret.getBytes(UTF_8));
    }

    private static HeaderField own(String secret) {
        int colon = Math.max(0, secret.indexOf(':'));
        return new HeaderField(secret.substring(0, colon), secret.substring(colon + 1).strip());
    }
}
