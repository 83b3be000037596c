package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.automation.publishing.InboundHandshakeTest;
import io.postrider.platform.secrets.HubSignature;
import io.postrider.schemas.EventPublished;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;

/** Odd values at an endpoint are kept as they are, or refused by name. */
class InboundOddValuesTest {

    private static final String EVENT =
            "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/s\",\"type\":\"t.u\"";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller sender = InboundHandshakeTest.sender(api);
    private String path = "";

    @BeforeEach
    void anEndpoint() {
        path = path("\"metadata\":{}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "application/json | {\"a\":[1e400]} | #/a/0 number_not_exact",
                "application/json | {\"a\":9007199254740993.0} | #/a number_not_exact",
                "application/json | {\"a\":\"\\ud800\"} | #/a invalid_characters",
                "application/json | {\"\\udc00\":1} | # invalid_characters",
                "application/cloudevents+json | "
                        + EVENT
                        + ",\"data\":{\"n\":1e400}} | #/data/n number_not_exact",
                "application/cloudevents+json | "
                        + EVENT
                        + ",\"ext\":\"\\ud800\"} | #/ext invalid_characters",
                "application/cloudevents+json | "
                        + EVENT
                        + ",\"data\":1,\"data_base64\":\"MQ==\"} | #/data_base64 invalid_value",
                "application/cloudevents-batch+json | ["
                        + EVENT
                        + ",\"n\":1e400}] | #/0/n number_not_exact",
                "Application/CloudEvents-Batch+JSON | {} | # invalid_type",
                "application/x-www-form-urlencoded | b=%ED%A0%80 | #/b invalid_encoding"
            })
    void unstorableNamesAreRejected(String type, String body, String error) {
        Response told = post(type, body.getBytes(UTF_8));

        assertThat(told.status()).as(told.text()).isBetween(400, 422);
        assertThat(told.errors()).as(told.text()).containsExactly(error);
        assertThat(api.published()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "application/json | {\"a\":[0.1,1e22,12345678901234567890,0.30000000000000004]} | {\"a\":[0.1,1.0E22,12345678901234567890,0.30000000000000004]}",
                "application/x-www-form-urlencoded | n=1e400&d=0.1234567890123456789 | {\"n\":\"1e400\",\"d\":\"0.1234567890123456789\"}",
                "text/plain | 1e400 | {\"text\":\"1e400\"}",
                "application/json | null | {\"value\":null}"
            })
    void storableDataIsStored(String type, String body, String data) {
        assertThat(post(type, body.getBytes(UTF_8)).status()).isEqualTo(202);

        assertThat(data()).isEqualTo(data);
    }

    @Test
    void aCloudEventKeepsADataOfNullAndItsExtensions() {
        post(
                "application/cloudevents+json",
                (EVENT + ",\"data\":null,\"ext\":{\"a\":[1]}}").getBytes(UTF_8));

        assertThat(data()).startsWith("{\"value\":null,").contains("\"ext\":{\"a\":[1]}");
    }

    /** It would be the name of every request. */
    @ParameterizedTest
    @CsvSource({"url_token,ce-id", "url_token,Idempotency-Key", "github,X-GitHub-Delivery"})
    void anEmptyNameIsRefused(String auth, String header) {
        String to = auth.equals("github") ? path("\"auth\":\"github\",\"secret\":\"s\"") : path;
        Caller named =
                sender.with(HubSignature.HEADER, HubSignature.of("s", "{}".getBytes(UTF_8)))
                        .with(header, "");

        Response told = named.post(to, "{}");

        assertThat(told.status()).as(told.text()).isBetween(400, 422);
        assertThat(told.text()).contains(header);
        assertThat(api.published()).isEmpty();
    }

    /** One event of a list is not what was meant. */
    @ParameterizedTest
    @CsvSource({"1", "yes", "TRUE", "''"})
    void anUnknownValueOfBatchIsRefused(String value) {
        Response told = sender.post(path + "&batch=" + value, "[{}]");

        assertThat(told.status()).as(told.text()).isEqualTo(400);
        assertThat(told.errors()).containsExactly("batch invalid_parameter");
        assertThat(api.published()).isEmpty();
    }

    @Test
    void aFormHasABoundedNumberOfFields() {
        assertThat(
                        post(
                                        "application/x-www-form-urlencoded",
                                        "a&".repeat(20_000).getBytes(UTF_8))
                                .code())
                .isEqualTo("too_many_values");
    }

    @ParameterizedTest
    @CsvSource({"multipart/form-data; boundary=x,--x", "multipart/form-data,--"})
    void ambiguousPartsAreRejected(String type, String delimiter) {
        String body =
                delimiter
                        + "\r\nContent-Disposition: form-data; name=\"\u00ff\"\r\n\r\n1\r\n"
                        + delimiter
                        + "--";

        assertThat(post(type, body.getBytes(ISO_8859_1)).code()).isEqualTo("malformed_form");
    }

    private Response post(String type, byte[] body) {
        return sender.send(HttpMethod.POST, path, type, body);
    }

    private String data() {
        return ((EventPublished) Objects.requireNonNull(api.published().getLast().payload()))
                .data();
    }

    private String path(String members) {
        return api.caller()
                .post(
                        "/api/v1/automation/endpoints",
                        "{\"name\":\"A\",\"event_type\":\"a.b\"," + members + "}")
                .member("url")
                .substring(TestApi.BASE_URL.length());
    }
}
