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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

/** Forms keep all that they have. */
class EndpointFormsTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data; boundary=\"x y\"";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller sender = InboundHandshakeTest.sender(api);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a=1&a=2 | {\"a\":[\"1\",\"2\"]}",
                "a=1&b=&a=&a=3 | {\"a\":[\"1\",\"\",\"3\"],\"b\":\"\"}",
                "a&b=2 | {\"a\":\"\",\"b\":\"2\"}",
                "a=1=2&&b=%zz%4 | {\"a\":\"1=2\",\"b\":\"%zz%4\"}",
                "n%C3%BC=%F0%9F%98%80+x | {\"n\u00fc\":\"\ud83d\ude00 x\"}",
                "payload=%7B%22a%22%3A1%7D | {\"payload\":\"{\\\"a\\\":1}\"}"
            })
    void repeatedNamesAreListsAndEmptyValuesStay(String body, String data) {
        assertThat(send(path("url_token"), FORM, body.getBytes(UTF_8)).status()).isEqualTo(202);

        assertThat(data()).isEqualTo(data);
    }

    @Test
    void bytesThatAreNoTextAreRefusedWithTheirField() {
        Response told = send(path("url_token"), FORM, "a=1&b=%ff".getBytes(UTF_8));

        assertThat(told.code()).isEqualTo("invalid_encoding");
        assertThat(told.errors()).containsExactly("#/b invalid_encoding");
        assertThat(api.published()).isEmpty();
    }

    @Test
    void aFormOfPartsHasFieldsAndFiles() {
        String body =
                """
                --x y
                Content-Disposition: form-data; name="to"

                a
                --x y
                content-disposition: form-data; name="to"

                b
                c
                --x y
                Content-Disposition: form-data; name="empty"


                --x y
                Content-Disposition: form-data; name="file"; filename="a.bin"
                Content-Type: image/png

                \u00ff\u0000
                --x y--
                """;

        Response told =
                send(path("url_token"), MULTIPART, body.replace("\n", "\r\n").getBytes(ISO_8859_1));

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(data())
                .isEqualTo(
                        "{\"to\":[\"a\",\"b\\r\\nc\"],\"empty\":\"\","
                                + "\"file\":{\"filename\":\"a.bin\",\"content_type\":\"image/png\",\"size\":2,\"data_base64\":\"/wA=\"}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--x y",
                "--x y\r\n\r\na\r\n--x y--",
                "--x y\r\nContent-Disposition: form-data; name=\"\r\n\r\n1\r\n--x y--",
                "--x y\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
                "--z\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--z--"
            })
    void invalidMultipartBodiesAreRejected(String body) {
        assertThat(send(path("url_token"), MULTIPART, body.getBytes(UTF_8)).code())
                .isEqualTo("malformed_form");
    }

    @Test
    void thePayloadInAFormOfGitHubIsTheBody() {
        String path = path("github");
        byte[] body = "payload=%7B%22action%22%3A%22opened%22%7D".getBytes(UTF_8);
        byte[] broken = "payload=%7B".getBytes(UTF_8);

        assertThat(signed(body).send(HttpMethod.POST, path, FORM, body).status()).isEqualTo(202);
        assertThat(data()).isEqualTo("{\"action\":\"opened\"}");
        assertThat(signed(broken).send(HttpMethod.POST, path, FORM, broken).code())
                .isEqualTo("malformed_json");
    }

    private Caller signed(byte[] body) {
        return sender.with(HubSignature.HEADER, HubSignature.of("s3cret", body));
    }

    private String data() {
        return ((EventPublished) Objects.requireNonNull(api.published().getLast().payload()))
                .data();
    }

    private Response send(String path, String type, byte[] body) {
        return sender.send(HttpMethod.POST, path, type, body);
    }

    private String path(String auth) {
        String secret = auth.equals("url_token") ? "" : ",\"secret\":\"s3cret\"";
        return api.caller()
                .post(
                        "/api/v1/automation/endpoints",
                        "{\"name\":\"A\",\"event_type\":\"a.b\",\"auth\":\""
                                + auth
                                + "\""
                                + secret
                                + "}")
                .member("url")
                .substring(TestApi.BASE_URL.length());
    }
}
