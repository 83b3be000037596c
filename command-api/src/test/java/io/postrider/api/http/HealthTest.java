package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HealthTest {

    @AutoClose private final TestApi api = new TestApi();

    @Test
    void aProcessOfWhichAPartFailedForGoodDoesNotLive() {
        assertThat(api.anonymous().get("/livez").status()).isEqualTo(200);

        api.alive(false);

        Response told = api.anonymous().get("/livez");
        assertThat(told.status()).isEqualTo(503);
        assertThat(told.member("status")).isEqualTo("failed");
    }

    @Test
    void aProcessThatIsNotReadyLives() {
        api.ready(false);

        assertThat(api.anonymous().get("/readyz").status()).isEqualTo(503);
        assertThat(api.anonymous().get("/livez").status()).isEqualTo(200);
    }
}
