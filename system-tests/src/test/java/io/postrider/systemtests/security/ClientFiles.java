package io.postrider.systemtests.security;

import io.postrider.systemtests.security.SecureBroker.Listener;
import java.nio.file.Path;

/** The properties of clients for the listeners of a {@link SecureBroker}. */
final class ClientFiles {

    static final String OAUTH = "org.apache.kafka.common.security.oauthbearer.";

    private final SecureBroker broker;
    private final TokenIssuer issuer;

    ClientFiles(SecureBroker broker, TokenIssuer issuer) {
        this.broker = broker;
        this.issuer = issuer;
    }

    /** The valid properties for a listener. */
    String of(Listener listener) {
        return switch (listener) {
            case SCRAM, SLOW, OTHER_HOST, UNENCRYPTED -> scram(SecureBroker.PASSWORD);
            case MTLS -> "security.protocol=SSL\n" + trusting(broker.certificate()) + ownKey();
            case OAUTH -> oauth(TokenIssuer.SECRET);
            case TEST, CONTROLLER -> throw new IllegalArgumentException(listener.name());
        };
    }

    String scram(String password) {
        return """
        security.protocol=SASL_SSL
        sasl.mechanism=SCRAM-SHA-512
        sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \
          username="%s" password="%s";
        """
                        .formatted(SecureBroker.USER, password)
                + trusting(broker.certificate());
    }

    String oauth(String secret) {
        return """
        security.protocol=SASL_SSL
        sasl.mechanism=OAUTHBEARER
        sasl.jaas.config=%sOAuthBearerLoginModule required;
        sasl.oauthbearer.client.credentials.client.id=%s
        sasl.oauthbearer.client.credentials.client.secret=%s
        sasl.login.callback.handler.class=%sOAuthBearerLoginCallbackHandler
        sasl.oauthbearer.token.endpoint.url=%s
        """
                        .formatted(OAUTH, TokenIssuer.CLIENT, secret, OAUTH, issuer.tokenUrl())
                + trusting(broker.certificate());
    }

    static String trusting(Path certificate) {
        return "ssl.truststore.type=PEM\nssl.truststore.location=%s\n".formatted(certificate);
    }

    private String ownKey() {
        return ownKey(broker.clientKey());
    }

    static String ownKey(Path key) {
        return "ssl.keystore.type=PEM\nssl.keystore.location=%s\n".formatted(key);
    }
}
