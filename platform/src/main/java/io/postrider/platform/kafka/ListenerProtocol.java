package io.postrider.platform.kafka;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.security.auth.SecurityProtocol;

/**
 * A security protocol, as far as a listener shows it.
 *
 * @param tls whether connections are encrypted
 */
record ListenerProtocol(boolean tls, Sasl sasl) {

    /** Whether clients authenticate with SASL. */
    enum Sasl {
        REQUIRED,
        NONE,
        UNKNOWN
    }

    /** The protocol that clients with these properties use. */
    static ListenerProtocol of(ClientProperties client) {
        Object name = client.values().get(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
        SecurityProtocol protocol =
                name == null
                        ? SecurityProtocol.PLAINTEXT
                        : SecurityProtocol.forName(name.toString());
        return switch (protocol) {
            case PLAINTEXT -> new ListenerProtocol(false, Sasl.NONE);
            case SSL -> new ListenerProtocol(true, Sasl.NONE);
            case SASL_PLAINTEXT -> new ListenerProtocol(false, Sasl.REQUIRED);
            case SASL_SSL -> new ListenerProtocol(true, Sasl.REQUIRED);
        };
    }

    /** Whether a client with the one protocol cannot use a listener with the other. */
    boolean contradicts(ListenerProtocol other) {
        boolean known = sasl != Sasl.UNKNOWN && other.sasl != Sasl.UNKNOWN;
        return tls != other.tls || (known && sasl != other.sasl);
    }

    /** The value of {@code security.protocol}; both possible ones if SASL did not show. */
    @Override
    public String toString() {
        String transport = tls ? "SSL" : "PLAINTEXT";
        return switch (sasl) {
            case REQUIRED -> "SASL_" + transport;
            case NONE -> transport;
            case UNKNOWN -> transport + " or SASL_" + transport;
        };
    }
}
