package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.media.Media;
import io.postrider.domain.media.MediaState;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageError;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.messaging.media.StoredFile;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Files on their way to the provider, and from there. */
class MediaTransferTest {

    private static final String FILE = Id.of(IdKind.MED, new UUID(8, 1));
    private static final String CONTENT = "%PDF-1.7 a file";
    private static final StubResponse TAKEN =
            StubResponse.status(200, Map.of(), "{\"messages\":[{\"id\":\"wamid.1\"}]}");

    private final RecordingReceiver provider = RecordingReceiver.start(TAKEN);

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
    }

    @AfterEach
    void close() {
        gateway.close();
        provider.close();
    }

    private Instance cloud() {
        return gateway.instances.cloud(provider.url(""));
    }

    private StoredFile stored() {
        return gateway.files
                .write(TestGateway.WORKSPACE, FILE, Flux.just(CONTENT.getBytes(UTF_8)), 1_000)
                .blockOptional()
                .orElseThrow();
    }

    private static JsonNode document() {
        return Calls.json(
                "{'id':'%s','filename':'a\\\\b.pdf','caption':'Look','mime_type':'application/pdf','size':15}"
                        .formatted(FILE));
    }

    /** A message of the provider's with a file. */
    private static ObjectNode image(String id) {
        ObjectNode image = Calls.text("wamid.1", "12025550130", "").put("type", "image");
        image.putObject("image")
                .put("id", id)
                .put("mime_type", "image/png")
                .put("filename", "a.png");
        return image;
    }

    private Media received(Instance at, String id) {
        gateway.call(at, Calls.with("messages", "messages", image(id)));
        gateway.later(Duration.ofHours(12));
        return gateway.all(Media.class).getFirst();
    }

    private String read(Media media) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        gateway.files
                .read(TestGateway.WORKSPACE, media.id())
                .orElseThrow()
                .toIterable()
                .forEach(all::writeBytes);
        return all.toString(UTF_8);
    }

    @Test
    void aFileOfTheWorkspaceIsUploadedAndNamedByTheIdOfTheProvider() {
        stored();
        provider.answerBy(request ->
                request.target().endsWith("/media")
                        ? StubResponse.status(200, Map.of(), "{\"id\":\"9001\"}")
                        : TAKEN);

        String id = gateway.send(cloud(), "+12025550100", "document", document());

        ReceivedRequest upload = provider.requests().getFirst();
        assertThat(upload.target()).isEqualTo("/v23.0/100000/media");
        assertThat(upload.header("Authorization")).contains("Bearer access_token0");
        assertThat(upload.text())
                .contains("name=\"messaging_product\"\r\n\r\nwhatsapp\r\n")
                .contains("name=\"type\"\r\n\r\napplication/pdf\r\n")
                .contains("name=\"file\"; filename=\"a_b.pdf\"\r\n")
                .contains("\r\n\r\n" + CONTENT + "\r\n--");
        assertThat(Json.mapper().readTree(provider.requests().getLast().text()).path("document"))
                .isEqualTo(Calls.json("{'id':'9001','filename':'a\\\\b.pdf','caption':'Look'}"));
        assertThat(gateway.message(id).status()).isEqualTo(MessageStatus.SUBMITTED);
    }

    @Test
    void theFilesOfTheHeaderAndOfTheCardsOfATemplateAreUploaded() {
        stored();
        provider.answerBy(request ->
                request.target().endsWith("/media")
                        ? StubResponse.status(200, Map.of(), "{\"id\":\"9001\"}")
                        : TAKEN);
        String header =
                "{'type':'header','parameters':[{'type':'document','document':%s}]}"
                        .formatted(document().toString().replace('"', '\''));
        String template =
                "{'name':'a','language':{'code':'en'},'components':[%s,{'type':'carousel','cards':[{'card_index':0,'components':[%s]}]}]}"
                        .formatted(header, header);

        gateway.send(cloud(), "+12025550100", "template", Calls.json(template));

        JsonNode sent = Json.mapper().readTree(provider.requests().getLast().text());
        assertThat(provider.requests()).hasSize(3);
        assertThat(sent.findValues("document"))
                .hasSize(2)
                .allSatisfy(file ->
                        assertThat(file)
                                .isEqualTo(
                                        Calls.json(
                                                "{'id':'9001','filename':'a\\\\b.pdf','caption':'Look'}")));
    }

    @Test
    void aFileAtTheProviderOrAtAnAddressIsNotUploaded() {
        Instance instance = cloud();
        gateway.send(instance, "+12025550100", "image", Calls.json("{'id':'9001'}"));
        gateway.send(instance, "+12025550101", "image", Calls.json("{'link':'https://a.example'}"));

        assertThat(provider.requests())
                .extracting(ReceivedRequest::target)
                .containsOnly("/v23.0/100000/messages");
    }

    @Test
    void aFileThatIsNotKeptAnyMoreFailsItsMessage() {
        String id = gateway.send(cloud(), "+12025550100", "document", document());

        assertThat(gateway.message(id).error()).map(MessageError::code).contains("media_gone");
        assertThat(provider.requests()).isEmpty();
    }

    @Test
    void aFileThatTheProviderRefusesFailsItsMessage() {
        stored();
        provider.answerWith(
                StubResponse.status(
                        400, Map.of(), "{\"error\":{\"code\":131053,\"message\":\"Bad file.\"}}"));

        String id = gateway.send(cloud(), "+12025550100", "document", document());

        assertThat(gateway.message(id).error())
                .contains(new MessageError("131053", "Bad file.", false, "message"));
        assertThat(provider.requests()).hasSize(1);
    }

    /** An upload can be made again, so it leaves no outcome unknown. */
    @Test
    void anUploadThatBreaksIsMadeAgain() {
        stored();
        provider.answerWith(StubResponse.rawThenReset(""));
        String id = gateway.send(cloud(), "+12025550100", "document", document());
        assertThat(gateway.attempts(id))
                .extracting(Attempt::outcome)
                .containsExactly(Attempt.RETRY);
        provider.answerBy(request ->
                request.target().endsWith("/media")
                        ? StubResponse.status(200, Map.of(), "{\"id\":\"9001\"}")
                        : TAKEN);

        gateway.later(Duration.ofSeconds(2));

        assertThat(gateway.message(id).status()).isEqualTo(MessageStatus.SUBMITTED);
    }

    /** The recipient is another instance of the sandbox. */
    @Test
    void aFileReachesAnotherInstanceOfTheSandbox() {
        StoredFile file = stored();
        Instance other = gateway.instances.sandbox();
        gateway.send(
                gateway.instances.sandbox(),
                other.config().getOrDefault(Instance.PHONE_NUMBER, ""),
                "document",
                document());
        gateway.later(Duration.ofSeconds(2));

        Message received = gateway.received().getFirst();
        Media media = gateway.all(Media.class).getFirst();
        assertThat(gateway.content(received).at("/document/media_id").asString())
                .isEqualTo(media.id());
        assertThat(media.messageId()).isEqualTo(received.id());
        assertThat(media.sha256()).isEqualTo(file.sha256());
        assertThat(media.size()).isEqualTo(file.size());
        assertThat(read(media)).isEqualTo(CONTENT);
    }

    @Test
    void aFileOfTheProviderIsFetchedOnceAndSealed() {
        provider.answerBy(request ->
                request.target().startsWith("/v23.0/")
                        ? described(provider.url("/file"))
                        : StubResponse.status(200, Map.of(), CONTENT));
        Instance instance = cloud();

        Media media = received(instance, "9001");
        gateway.call(instance, Calls.with("messages", "messages", image("9001")));

        assertThat(media.state()).isEqualTo(MediaState.STORED);
        assertThat(media.mimeType()).isEqualTo("application/pdf");
        assertThat(read(media)).isEqualTo(CONTENT);
        assertThat(
                        gateway.secrets.text(
                                TestGateway.WORKSPACE,
                                Media.purpose(media.id()),
                                String.valueOf(media.filename())))
                .contains("a.png");
        assertThat(provider.requests())
                .extracting(ReceivedRequest::target)
                .containsExactly("/v23.0/9001?phone_number_id=100000", "/file");
        assertThat(provider.requests().getLast().header("Authorization"))
                .contains("Bearer access_token0");
    }

    /** A download that hangs would hold up the messages of its instance. */
    @Test
    void aFileIsFetchedInALaneOfItsOwnAndShownBefore() {
        provider.answerBy(request ->
                request.target().startsWith("/v23.0/")
                        ? described(provider.url("/file"))
                        : StubResponse.status(200, Map.of(), CONTENT));
        Instance instance = cloud();

        Media media = received(instance, "9001");

        assertThat(gateway.attempts(media.id() + "/fetch/1"))
                .extracting(Attempt::endpoint)
                .containsOnly(instance.id() + "/");
        assertThat(gateway.events(media.id())).containsExactly("media.created", "media.fetched");
        assertThat(gateway.types())
                .containsSubsequence("media.created", "message.received", "media.fetched");
        assertThat(media.createdAt()).isEqualTo(TestGateway.START);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://files.example/9001",
                "https://lookaside.fbsbx.com.evil.example/9001",
                "https://evilfacebook.com/9001",
                "https://user@files.example/9001",
                "nonsense",
                "a b"
            })
    @Verifies("media-sealed")
    void theTokenGoesToHostsOfTheProviderAlone(String url) {
        provider.answerWith(described(url));

        Media media = received(cloud(), "9001");

        assertThat(media.state()).isEqualTo(MediaState.FAILED);
        assertThat(media.error()).isEqualTo("media_host_refused");
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void aFileThatIsGoneAtTheProviderCannotBeFetched() {
        provider.answerWith(
                StubResponse.status(
                        404, Map.of(), "{\"error\":{\"code\":100,\"message\":\"Expired.\"}}"));

        Media media = received(cloud(), "9001");

        assertThat(media.state()).isEqualTo(MediaState.FAILED);
        assertThat(media.error()).isEqualTo("100");
        assertThat(media.sha256()).isNull();
    }

    @Test
    void aFileThatCannotBeReachedIsGivenUpInTheEnd() {
        provider.answerBy(request ->
                request.target().startsWith("/v23.0/")
                        ? described(provider.url("/file"))
                        : StubResponse.status(500));

        Media media = received(cloud(), "9001");

        assertThat(media.error()).isEqualTo("media_unreachable");
        assertThat(provider.requests()).hasSize(18);
    }

    private static StubResponse described(String url) {
        return StubResponse.status(
                200,
                Map.of(),
                Json.object()
                        .put("id", "9001")
                        .put("url", url)
                        .put("mime_type", "image/png")
                        .toString());
    }
}
