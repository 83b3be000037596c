package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.automation.api.RuleReplica;
import io.postrider.messaging.api.InstanceReplica;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** An edge that does not know yet what another edge has answered for. */
class RecentIdsTest {

    private static final String RULE =
            "{\"name\":\"R\",\"trigger\":{\"event_types\":[\"a.b\"]},\"actions\":[{\"key\":\"stop\",\"type\":\"stop\"}]}";

    @AutoClose private final TestApi maker = new TestApi();
    @AutoClose private final TestApi edge = new TestApi();
    private final AtomicInteger waits = new AtomicInteger();

    /** The log brings the other edge's events, once it is waited for. */
    @BeforeEach
    void followTheLog() {
        edge.logEnd(_ ->
                Mono.fromSupplier(() -> {
                    waits.incrementAndGet();
                    maker.log().events().forEach(edge.bean(RuleReplica.class)::apply);
                    maker.log().events().forEach(edge.bean(InstanceReplica.class)::apply);
                    return true;
                }));
    }

    @Test
    void resourcesInThePathAreFound() {
        String rule = made("/api/v1/automation/rules", RULE);

        Response versions = edge.caller().get("/api/v1/automation/rules/" + rule + "/versions");

        assertThat(versions.status()).as(versions.text()).isEqualTo(200);
        assertThat(waits).hasValue(1);
    }

    @Test
    void resourcesInTheBodyAreFound() {
        String instance = made("/api/v1/instances", "{\"name\":\"I\",\"provider\":\"sandbox\"}");

        Response advanced =
                edge.caller()
                        .post(
                                "/api/v1/sandbox/advance",
                                "{\"instance_id\":\"%s\",\"seconds\":1}".formatted(instance));

        assertThat(advanced.text()).doesNotContain("unknown_instance");
        assertThat(waits).hasValue(1);
    }

    @Test
    void missingResourcesAreUnknownAfterOneWait() {
        String rule = made("/api/v1/automation/rules", RULE);
        String other = rule.substring(0, rule.length() - 4) + "0000";

        Response versions = edge.caller().get("/api/v1/automation/rules/" + other + "/versions");

        assertThat(versions.status()).isEqualTo(404);
        assertThat(waits).hasValue(1);
    }

    @Test
    void anOldIdIsNotWaitedFor() {
        String rule = made("/api/v1/automation/rules", RULE);
        edge.advance(Duration.ofMinutes(1));

        assertThat(edge.caller().get("/api/v1/automation/rules/" + rule + "/versions").status())
                .isEqualTo(404);
        assertThat(waits).hasValue(0);
    }

    private String made(String path, String body) {
        Response made = maker.caller().post(path, body);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.body().path("id").asString();
    }
}
