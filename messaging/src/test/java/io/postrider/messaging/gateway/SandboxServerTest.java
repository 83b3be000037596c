package io.postrider.messaging.gateway;

import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static java.net.http.HttpResponse.BodyHandlers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The Graph API of the simulated network, as an SDK calls it. */
class SandboxServerTest {

    private static final String FORM = "multipart/form-data; boundary=b";

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;
    private Instance instance;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
        instance = gateway.instances.sandbox();
    }

    @AfterEach
    void close() {
        gateway.close();
        client.close();
    }

    private HttpResponse<String> call(String method, String path, String token, String body)
            throws IOException, InterruptedException {
        return call(method, path, token, body, "application/json");
    }

    private HttpResponse<String> call(
            String method, String path, String token, String body, String type)
            throws IOException, InterruptedException {
        String base = "http://127.0.0.1:" + gateway.process().sandbox().getPort();
        return client.send(
                HttpRequest.newBuilder(URI.create(base + path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", type)
                        .method(method, ofString(body.replace('\'', '"')))
                        .build(),
                ofString());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return call("POST", path, "access_token0", body);
    }

    private static String form(String field, String content) {
        return "--b\r\nContent-Disposition: form-data; %s\r\nContent-Type: text/plain\r\n\r\n%s\r\n--b--\r\n"
                .formatted(field, content);
    }

    private static JsonNode json(HttpResponse<String> response) {
        return Json.mapper().readTree(response.body());
    }

    @Test
    void theAnswerToAMessageIsInTheShapeOfTheCloudApi() throws Exception {
        HttpResponse<String> sent =
                post(
                        "/v23.0/100000/messages",
                        "{'messaging_product':'whatsapp','to':'+12025550100','type':'text','text':{'body':'Hi'}}");

        assertThat(sent.statusCode()).isEqualTo(200);
        assertThat(json(sent).at("/contacts/0/wa_id").asString()).isEqualTo("12025550100");
        assertThat(json(sent).at("/messages/0/id").asString()).startsWith("wamid.");
        assertThat(json(sent).at("/messages/0/message_status").asString()).isEqualTo("accepted");
    }

    @Test
    void theNumberShowsItself() throws Exception {
        HttpResponse<String> shown = call("GET", "/v23.0/100000", "access_token0", "");

        assertThat(json(shown))
                .isEqualTo(
                        Calls.json(
                                "{'id':'100000','display_phone_number':'+99910000','quality_rating':'GREEN'}"));
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/v23.0/100000/messages",
        "POST,/v23.0/100000/media",
        "POST,/v23.0/200000/message_templates",
        "DELETE,/v23.0/200000/message_templates",
        "POST,/v23.0/100000/groups",
        "POST,/v23.0/100000.1/participants",
        "DELETE,/v23.0/100000.1/participants",
        "POST,/v23.0/100000.1/invite_link",
        "POST,/v23.0/100000.1",
        "DELETE,/v23.0/100000.1",
        "GET,/v23.0/100000",
        "GET,/media/100000.sample"
    })
    void nothingIsDoneWithoutTheTokenOfTheNumber(String method, String path) throws Exception {
        gateway.instances.sandbox();

        for (String token : new String[] {"", "wrong", "app_secret0"}) {
            HttpResponse<String> refused = call(method, path, token, "{}");
            assertThat(refused.statusCode()).as(token).isEqualTo(401);
            assertThat(json(refused).at("/error/code").asInt()).isEqualTo(190);
        }
    }

    @Test
    void theTokenOfAnotherNumberIsNoneOfThisOne() throws Exception {
        gateway.instances.sandbox();

        assertThat(call("POST", "/v23.0/100000/messages", "access_token1", "{}").statusCode())
                .isEqualTo(401);
        assertThat(call("GET", "/v23.0/100000", "access_token1", "").statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{",
                "[]",
                "{'to':'+1'}",
                "{'type':'text'}",
                "{'to':'','type':'text'}"
            })
    void aMessageWithoutARecipientOrATypeIsRefused(String body) throws Exception {
        HttpResponse<String> refused = post("/v23.0/100000/messages", body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).at("/error/code").asInt()).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({
        "/v23.0/200000/message_templates,{}",
        "/v23.0/200000/message_templates,{'name':'a'}",
        "/v23.0/100000/groups,{}"
    })
    void incompleteRequestsAreRejected(String path, String body) throws Exception {
        assertThat(post(path, body).statusCode()).isEqualTo(400);
    }

    @Test
    void aMessageMayBeMarkedAsRead() throws Exception {
        HttpResponse<String> read =
                post("/v23.0/100000/messages", "{'status':'read','message_id':'wamid.1'}");

        assertThat(json(read)).isEqualTo(Calls.json("{'success':true}"));
    }

    @Test
    void anUploadedFileIsDescribedAndGivenBack() throws Exception {
        String form = form("name=\"file\"; filename=\"a.txt\"", "the content");
        HttpResponse<String> uploaded =
                call("POST", "/v23.0/100000/media", "access_token0", form, FORM);
        String id = json(uploaded).path("id").asString();

        JsonNode described = json(call("GET", "/v23.0/" + id, "access_token0", ""));
        String url = described.path("url").asString();
        HttpResponse<String> content = call("GET", URI.create(url).getPath(), "access_token0", "");

        assertThat(described.path("mime_type").asString()).isEqualTo("text/plain");
        assertThat(content.body()).isEqualTo("the content");
        assertThat(content.headers().firstValue("Content-Type")).contains("text/plain");
    }

    @Test
    void aFormWithoutAFileIsRefused() throws Exception {
        String form = form("name=\"type\"", "text/plain");

        assertThat(call("POST", "/v23.0/100000/media", "access_token0", form, FORM).statusCode())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"100000.1", "med_1", "..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd", "other"})
    void aFileThatIsNotThereIsNotFound(String id) throws Exception {
        assertThat(call("GET", "/media/" + id, "access_token0", "").statusCode()).isEqualTo(404);
    }

    @Test
    void aSampleIsThereForEachNumber() throws Exception {
        JsonNode described = json(call("GET", "/v23.0/100000.sample", "access_token0", ""));

        assertThat(described.path("mime_type").asString()).isEqualTo("image/png");
        assertThat(instance.config()).containsEntry(Instance.PHONE_NUMBER_ID, "100000");
    }
}
