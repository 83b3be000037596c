package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.traces.SpanAttributes;
import io.postrider.platform.traces.Traces;
import io.postrider.testkit.claims.Verifies;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The spans of requests, of which only those are recorded whose caller may decide so. */
class TracedRequestsTest {

    private static final String LINKS = "/api/v1/links";
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String RECORDED = "00-" + TRACE + "-00f067aa0ba902b7-01";

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();

    @AutoClose
    private final TestApi api =
            new TestApi(
                    Map.of(),
                    Traces.of(
                            SimpleSpanProcessor.create(spans),
                            Sampler.parentBased(Sampler.alwaysOff()),
                            InstantSource.system()));

    private final Caller caller = api.caller().with("traceparent", RECORDED);

    @Test
    void anAuthenticatedRequestIsASpanOfItsTrace() {
        Response created =
                caller.post(LINKS, "{\"url\":\"https://example.com/\",\"slug\":\"planted\"}");

        SpanData span = spans.getFinishedSpanItems().getFirst();
        assertThat(spans.getFinishedSpanItems()).hasSize(1);
        assertThat(span.getName()).isEqualTo("POST /api/v1/links");
        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
        assertThat(
                        span.getAttributes().asMap().entrySet().stream()
                                .collect(
                                        Collectors.toMap(
                                                each -> name(each.getKey()),
                                                each -> each.getValue().toString())))
                .isEqualTo(
                        Map.of(
                                "http.request.method",
                                "POST",
                                "http.route",
                                LINKS,
                                "http.response.status_code",
                                "201",
                                "postrider.request",
                                created.header("X-Request-Id"),
                                "postrider.workspace",
                                TestApi.WORKSPACE));
    }

    private static String name(AttributeKey<?> key) {
        return key.getKey();
    }

    @Test
    @Verifies("trace-sampling")
    void aRejectedCallerDoesNotDecideWhetherItsRequestIsRecorded() {
        Response rejected = caller.with("Authorization", "Bearer nothing").get(LINKS);

        assertThat(rejected.status()).isEqualTo(401);
        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }

    @Test
    void twoTracesOfARequestAreNone() {
        assertThat(caller.with("Traceparent", RECORDED).get(LINKS).status()).isEqualTo(200);

        // The sampler records no trace that begins here.
        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }

    @Test
    void aPublicReadHasNoSpan() {
        assertThat(caller.get("/livez").status()).isEqualTo(200);
        assertThat(caller.get("/api/v1/openapi.json").status()).isEqualTo(200);
        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }

    @Test
    void aReadIsASpanToo() {
        assertThat(caller.get(LINKS + "/lnk_nothing").status()).isEqualTo(404);
        assertThat(spans.getFinishedSpanItems())
                .singleElement()
                .satisfies(span -> {
                    assertThat(span.getName()).isEqualTo("GET /api/v1/links/{id}");
                    assertThat(span.getAttributes().get(SpanAttributes.STATUS)).isEqualTo(404);
                    assertThat(span.toString()).doesNotContain("lnk_nothing");
                });
    }
}
