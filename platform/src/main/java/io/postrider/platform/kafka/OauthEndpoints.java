package io.postrider.platform.kafka;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.SaslConfigs;

/**
 * Kafka's clients send requests only to addresses of token issuers that a system property lists, because a configuration can
 * come from others. That of Postrider comes from its operator.
 */
final class OauthEndpoints {

    private static final String ALLOWED = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

    /** The addresses of all properties so far: a process can have clients of two clusters. */
    private static final Set<String> OURS = new LinkedHashSet<>();

    private OauthEndpoints() {}

    /** Allows the addresses of the properties too, unless the operator listed others. */
    static synchronized void allow(Map<String, Object> properties) {
        String allowed = System.getProperty(ALLOWED);
        if (allowed != null && !allowed.equals(String.join(",", OURS))) {
            return;
        }
        Stream.of(
                        SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL,
                        SaslConfigs.SASL_OAUTHBEARER_JWKS_ENDPOINT_URL)
                .filter(properties::containsKey)
                .forEach(name -> OURS.add(String.valueOf(properties.get(name))));
        if (!OURS.isEmpty()) {
            System.setProperty(ALLOWED, String.join(",", OURS));
        }
    }
}
