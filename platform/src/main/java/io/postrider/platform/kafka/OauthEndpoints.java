package io.postrider.platform.kafka;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.SaslConfigs;

/**
 * Kafka's clients send requests only to addresses of token issuers that a system property lists, because a configuration can
 * come from others. That of Postrider comes from its operator.
 */
final class OauthEndpoints {

    private static final String ALLOWED = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

    private OauthEndpoints() {}

    /** Allows the addresses of the properties, unless the operator listed others. */
    static void allow(Map<String, Object> properties) {
        String urls =
                Stream.of(
                                SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL,
                                SaslConfigs.SASL_OAUTHBEARER_JWKS_ENDPOINT_URL)
                        .filter(properties::containsKey)
                        .map(name -> String.valueOf(properties.get(name)))
                        .distinct()
                        .collect(Collectors.joining(","));
        if (!urls.isEmpty() && System.getProperty(ALLOWED) == null) {
            System.setProperty(ALLOWED, urls);
        }
    }
}
