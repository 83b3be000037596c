package io.postrider.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.kafka.Append;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishTest {

    private static final String EVENTS = "/api/v1/events";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @Test
    void anEventIsKeptUnderItsOwnType() {
        Response told =
                publish("{'type':'order.paid','time':'2026-11-02T09:30:00Z','data':{'total':1}}");

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        EventRecord event = api.published().getFirst();
        assertThat(event.header().id()).isEqualTo(told.body().at("/data/0/id").asString());
        assertThat(event.header().type()).isEqualTo("order.paid");
        assertThat(event.header().time()).isEqualTo("2026-11-02T09:30:00Z");
        assertThat(event.payload()).isEqualTo(new EventPublished("{\"total\":1}"));
    }

    @Test
    void dataThatDoesNotFitTheSchemaOfItsTypeIsRefused() {
        Response described =
                caller.post(
                        "/api/v1/event-types",
                        "{\"type\":\"parcel.sent\",\"json_schema\":{\"required\":[\"parcel_id\"]}}");
        assertThat(described.status()).as(described.text()).isEqualTo(201);
        assertThat(described.header("Location")).isEqualTo("/api/v1/event-types/parcel.sent");

        Response told = publish("{'type':'parcel.sent','data':{}}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.code()).isEqualTo("schema_mismatch");
        assertThat(told.errors()).containsExactly("#/data/parcel_id required");
        assertThat(
                        publish(
                                        "{'events':[{'type':'a.b','data':{}},{'type':'parcel.sent','data':{}}]}")
                                .errors())
                .containsExactly("#/events/1/data/parcel_id required");
        assertThat(api.published()).isEmpty();
        assertThat(publish("{'type':'parcel.sent','data':{'parcel_id':1}}").status())
                .isEqualTo(202);
        assertThat(api.caller().get("/api/v1/event-types").text())
                .contains("\"parcel.sent\"", "\"link.created\"");
        assertThat(api.callerOf(TestApi.OTHER_WORKSPACE).get("/api/v1/event-types").text())
                .doesNotContain("parcel.sent");
    }

    @Test
    void aBatchThatIsRepeatedHasTheSameIds() {
        Caller once = caller.with("Idempotency-Key", "batch");
        String batch =
                "{\"events\":[{\"type\":\"a.b\",\"data\":{}},{\"type\":\"a.c\",\"data\":{}}]}";

        Response first = once.post(EVENTS, batch);
        Response again = once.post(EVENTS, batch);

        assertThat(first.body().path("data")).hasSize(2);
        assertThat(again.body()).isEqualTo(first.body());
    }

    @Test
    void aKeyCannotStandForTwoEvents() {
        Caller once = caller.with("Idempotency-Key", "e-1");

        Response first = once.post(EVENTS, "{\"type\":\"a.b\",\"data\":{\"n\":1}}");
        Response other = once.post(EVENTS, "{\"type\":\"a.b\",\"data\":{\"n\":2}}");

        assertThat(first.status()).isEqualTo(202);
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("idempotency_key_reused");
        assertThat(api.published()).hasSize(1);
    }

    @Test
    void requestsAtTheSameTimeWithOneKeyAreOneEvent() {
        List<Response> told =
                IntStream.range(0, 16)
                        .mapToObj(_ ->
                                CompletableFuture.supplyAsync(() ->
                                        caller.with("Idempotency-Key", "e-2")
                                                .post(EVENTS, "{\"type\":\"a.b\",\"data\":{}}")))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(told).extracting(Response::status).containsAnyOf(202).isSubsetOf(202, 409);
        assertThat(told.stream().filter(each -> each.status() == 202))
                .extracting(each -> each.body().at("/data/0/id").asString(""))
                .containsOnly(api.published().getFirst().header().id());
        assertThat(api.published())
                .extracting(event -> event.header().id())
                .containsOnly(api.published().getFirst().header().id());
    }

    @Test
    void theDataOfAnEventHaveALimitOfBytes() {
        int longest = EventPublished.DATA_BYTES_MAX - "{\"x\":\"\"}".length();

        Response largest = publish("{'type':'a.b','data':{'x':'" + "x".repeat(longest) + "'}}");
        Response larger = publish("{'type':'a.b','data':{'x':'" + "x".repeat(longest + 1) + "'}}");

        assertThat(largest.status()).as(largest.text()).isEqualTo(202);
        assertThat(larger.status()).isEqualTo(422);
        assertThat(larger.errors()).containsExactly("#/data too_long");
        assertThat(api.published()).hasSize(1);
    }

    /** The others of its batch are not published either. */
    @Test
    void anEventThatIsLargerThanTheLogTakesIsRefusedWithTheLimit() {
        String large = "x".repeat(1_000_000);

        Response told =
                publish(
                        "{'events':[{'type':'a.b','data':{}},{'type':'a.b','data':{'x':'"
                                + large
                                + "'}}]}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.text()).contains("too_long", "240 KiB");
        assertThat(api.published()).isEmpty();
        api.publishing(Append.TOO_LARGE);
        assertThat(publish("{'type':'a.b','data':{}}").code()).isEqualTo("too_large");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'data':{}} | #/type required",
                "{'type':'order.paid'} | #/data required",
                "{'type':'order.paid','data':[1]} | #/data invalid_type",
                "{'type':'order','data':{}} | #/type reserved_type",
                "{'type':'link.created','data':{}} | #/type reserved_type",
                "{'type':'automation.done','data':{}} | #/type reserved_type",
                "{'type':'order.paid','data':{},'colour':1} | #/colour unknown_field",
                "{'events':[{'type':'order.paid'}]} | #/events/0/data required"
            })
    void anErrorNamesTheField(String body, String error) {
        Response told = publish(body);

        assertThat(told.status()).isBetween(400, 422);
        assertThat(told.errors()).contains(error);
        assertThat(api.published()).isEmpty();
    }

    private Response publish(String quoted) {
        return caller.post(EVENTS, quoted.replace('\'', '"'));
    }
}
