package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.config.SaslConfigs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class OauthEndpointsTest {

    private static final String ALLOWED = "org.apache.kafka.sasl.oauthbearer.allowed.urls";
    private static final String ONE = "https://one.example/token";
    private static final String OTHER = "https://other.example/token";

    @BeforeEach
    @AfterEach
    void clear() {
        System.clearProperty(ALLOWED);
    }

    @Test
    void theIssuersOfTwoClustersAreAllowed() {
        allow(ONE);
        allow(OTHER);
        allow(ONE);

        assertThat(System.getProperty(ALLOWED, "").split(",")).containsOnlyOnce(ONE, OTHER);
    }

    @Test
    void whatTheOperatorListedStays() {
        System.setProperty(ALLOWED, ONE);

        allow(OTHER);

        assertThat(System.getProperty(ALLOWED)).isEqualTo(ONE);
    }

    private static void allow(String url) {
        OauthEndpoints.allow(Map.of(SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL, url));
    }
}
