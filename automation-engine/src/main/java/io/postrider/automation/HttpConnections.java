package io.postrider.automation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.automation.HttpConnection;
import io.postrider.domain.automation.HttpConnectionEvent;
import io.postrider.runtime.rules.Sealer;
import io.postrider.runtime.secrets.HubSignature;
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

    /** A header of a request. */
    record Header(String name, String value) {}

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

    /** The header with the credential, for a request with a body; empty where the key of the workspace is gone. */
    Optional<Header> header(HttpConnection connection, byte[] body) {
        return sealer.open(
                        connection.workspace(),
                        HttpConnection.purpose(connection.id()),
                        connection.secret())
                .map(secret ->
                        switch (connection.kind()) {
                            case BEARER -> new Header("Authorization", "Bearer " + secret);
                            case BASIC ->
                                    new Header(
                                            "Authorization",
                                            "Basic "
                                                    + Base64.getEncoder()
                                                            .encodeToString(
                                                                    secret.getBytes(UTF_8)));
                            case HEADER -> own(secret);
                            case HMAC ->
                                    new Header(HubSignature.HEADER, HubSignature.of(secret, body));
                        });
    }

    private static Header own(String secret) {
        int colon = secret.indexOf(':');
        return new Header(secret.substring(0, colon), secret.substring(colon + 1).strip());
    }
}
