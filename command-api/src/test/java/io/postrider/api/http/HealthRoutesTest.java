package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What everybody may know of a node's health. */
class HealthRoutesTest {

    @AutoClose private final TestApi api = new TestApi();

    @Test
    @Verifies("readyz-status")
    void thePublicReadinessIsAStatusAndTheNameOfAPart() {
        Response ready = api.anonymous().get("/readyz");
        assertThat(ready.status()).isEqualTo(200);
        assertThat(ready.text()).isEqualTo("{\"status\":\"ready\"}");

        api.ready(false);

        Response restoring = api.anonymous().get("/readyz");
        assertThat(restoring.status()).isEqualTo(503);
        assertThat(restoring.text()).isEqualTo("{\"status\":\"not_ready\",\"part\":\"links\"}");
        assertThat(restoring.header("Retry-After")).isEqualTo("1");
    }
}
