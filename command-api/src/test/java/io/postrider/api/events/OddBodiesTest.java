package io.postrider.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.json.OddValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;

/** Bodies of which one value is not what it is to be: they are taken or refused, and never an error of the server. */
class OddBodiesTest {

    private static final int CASES_MAX = 1_000;
    private static final int AT_NIGHT = 20_000;
    private static final String CLOUD = "application/cloudevents+json";
    private static final String JSON = "application/json";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private final Caller sender = api.anonymous();
    private final List<Sample> samples = new ArrayList<>();

    private record Sample(Caller as, String path, String type, String body) {}

    private record Case(Sample sample, String body) {}

    @Test
    void oneOddValueIsNeverAnErrorOfTheServer() {
        publishing();
        endpoints();
        List<Case> cases = new ArrayList<>();
        samples.forEach(sample ->
                OddValues.in(sample.body()).forEach(body -> cases.add(new Case(sample, body))));
        Collections.shuffle(cases, new Random(45));
        Set<Integer> statuses = new HashSet<>();

        for (Case each : cases.subList(0, Math.min(CASES_MAX, cases.size()))) {
            Response told = send(each.sample(), each.body());
            assertThat(told.status())
                    .as("%s %s: %s", each.sample().path(), each.body(), told.text())
                    .isIn(200, 202, 207, 400, 422);
            statuses.add(told.status());
            api.advance(Duration.ofSeconds(1));
        }

        assertThat(cases).hasSizeGreaterThan(1_000);
        assertThat(statuses).contains(202, 422);
    }

    @Test
    @Tag("faults")
    @Tag("mutations")
    void aFewOddValuesAreNeverAnErrorOfTheServerAtNight() {
        publishing();
        endpoints();
        for (Sample sample : samples) {
            OddValues.mutations(List.of(sample.body()), AT_NIGHT / samples.size())
                    .forEach(body -> {
                        Response told = send(sample, body);
                        assertThat(told.status())
                                .as("%s %s: %s", sample.path(), body, told.text())
                                .isIn(200, 202, 207, 400, 422);
                        api.advance(Duration.ofSeconds(1));
                    });
        }
    }

    private void publishing() {
        Response described =
                caller.post(
                        "/api/v1/event-types",
                        "{\"type\":\"order.paid\",\"json_schema\":{\"properties\":{\"total\":{\"multipleOf\":0.01},"
                                + "\"at\":{\"format\":\"date-time\"},\"lines\":{\"uniqueItems\":true}}}}");
        assertThat(described.status()).as(described.text()).isEqualTo(201);
        String event =
                """
                {"type":"order.paid","time":"2026-11-02T09:30:00Z","key":"a",
                 "data":{"total":10.25,"at":"2026-11-02T09:30:00Z","lines":[{"sku":"A","count":1}]}}
                """;
        samples.add(new Sample(caller, "/api/v1/events", JSON, event));
        samples.add(
                new Sample(
                        caller,
                        "/api/v1/events",
                        JSON,
                        "{\"events\":[" + event + "," + event + "]}"));
    }

    private void endpoints() {
        String order =
                """
                {"object":"event","id":"evt_7","event_id":"7","created":1762072200,"time":"2026-11-02T09:30:00Z",
                 "order":{"id":7,"total":10.25,"paid":true,"at":"2026-11-02T09:30:00Z"},"lines":[{"sku":"A","count":1}]}
                """;
        String cloud =
                """
                {"specversion":"1.0","id":"7","source":"/shop","type":"com.example.paid","time":"2026-11-19T08:00:00+01:00",
                 "datacontenttype":"application/json","traceparent":"00-1","data":{"order_id":"1042","lines":[{"sku":"A"}]}}
                """;
        String plain = endpoint("");
        String strict =
                endpoint(
                        ",\"dedupe\":{\"key\":[\"/id\",\"/sum\"]},"
                                + "\"mapping\":{\"jsonata\":\"{\\\"id\\\": body.order.id, \\\"sum\\\": $sum(body.lines.count),"
                                + " \\\"at\\\": $toMillis(body.order.at), \\\"upper\\\": $uppercase(body.event_id)}\"},"
                                + "\"schema\":{\"mode\":\"enforce\",\"json_schema\":{\"required\":[\"id\"],"
                                + "\"properties\":{\"sum\":{\"minimum\":0}}}}");
        for (String path : List.of(plain, strict)) {
            samples.add(new Sample(sender, path, JSON, order));
            samples.add(new Sample(sender, path + "&batch=true", JSON, "[" + order + "]"));
        }
        samples.add(new Sample(sender, plain, CLOUD, cloud));
        samples.add(
                new Sample(sender, plain, "application/cloudevents-batch+json", "[" + cloud + "]"));
    }

    private String endpoint(String members) {
        Response made =
                caller.post(
                        "/api/v1/automation/endpoints",
                        "{\"name\":\"A\",\"event_type\":\"order.paid\"" + members + "}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.member("url").substring(TestApi.BASE_URL.length());
    }

    private Response send(Sample sample, String body) {
        return sample.as()
                .send(HttpMethod.POST, sample.path(), sample.type(), body.getBytes(UTF_8));
    }
}
