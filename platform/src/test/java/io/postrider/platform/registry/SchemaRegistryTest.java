package io.postrider.platform.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.settings.Settings;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.Schemas;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaRegistryTest {

    private static final String CLICKS = Topics.CLICKS.subject();

    private static final Map<String, String> USER =
            Map.of(RegistrySettings.USERNAME, "ana", RegistrySettings.PASSWORD, "hush");

    @TempDir Path folder;

    private final List<String> schemas = new ArrayList<>();
    private final AtomicInteger firstId = new AtomicInteger(1);
    private final AtomicInteger failures = new AtomicInteger();
    private volatile StubResponse ruleAnswer =
            StubResponse.status(200, Map.of(), "{\"compatibility\":\"FULL_TRANSITIVE\"}");
    private final RecordingReceiver registry = RecordingReceiver.start();

    SchemaRegistryTest() {
        registry.answerBy(this::answer);
    }

    @AfterEach
    void close() {
        registry.close();
    }

    @Test
    void publicTopicsGetTheRegistrysIds() throws Exception {
        SchemaIds ids = registryIds();

        int id = ids.idOf(CLICKS, Schemas.current(CLICKS));

        assertThat(id).isLessThan(100);
        assertThat(ids.schemaOf(id)).isEqualTo(Schemas.current(CLICKS));
    }

    @Test
    void privateSubjectsKeepTheLockedIds() throws Exception {
        String subject = Topics.CLICKS_RAW.subject();

        int id = registryIds().idOf(subject, Schemas.current(subject));

        assertThat(id).isEqualTo(LockedSchemaIds.shipped().idOf(subject, Schemas.current(subject)));
        assertThat(registered()).noneMatch(target -> target.contains("raw"));
    }

    @Test
    void valuesWrittenWithoutARegistryStayReadable() throws Exception {
        int locked = LockedSchemaIds.shipped().idOf(CLICKS, Schemas.current(CLICKS));

        assertThat(registryIds().schemaOf(locked)).isEqualTo(Schemas.current(CLICKS));
    }

    @Test
    void everyPublicSubjectIsRegisteredAndRuled() throws Exception {
        var _ = registryIds();

        for (Topic topic : Topics.all()) {
            boolean open = topic.audience() == Topic.Audience.PUBLIC;
            assertThat(registered().contains("POST /subjects/" + topic.subject() + "/versions"))
                    .as(topic.name())
                    .isEqualTo(open);
            assertThat(registered().contains("PUT /config/" + topic.subject()))
                    .as(topic.name())
                    .isEqualTo(open);
        }
        assertThat(registry.requests())
                .filteredOn(request -> request.method().equals("PUT"))
                .allMatch(request -> request.text().contains("FULL_TRANSITIVE"));
    }

    @Test
    void aRegistryThatIsNotReadyIsWaitedFor() throws Exception {
        failures.set(2);

        assertThat(registryIds().idOf(CLICKS, Schemas.current(CLICKS))).isPositive();
    }

    @Test
    void aRuleThatAnotherNodeSetsAtTheSameTimeIsSet() throws Exception {
        ruleAnswer = StubResponse.status(409, Map.of(), "{\"error_code\":409}");

        assertThat(registryIds().idOf(CLICKS, Schemas.current(CLICKS))).isPositive();

        assertThat(registered()).filteredOn(call -> call.startsWith("PUT")).doesNotHaveDuplicates();
    }

    @Test
    void aRegistryThatForgotItsIdsIsRefused() throws Exception {
        var _ = registryIds();
        schemas.clear();
        firstId.set(500);

        assertThatThrownBy(this::registryIds)
                .isInstanceOf(SchemaRegistry.UnusableRegistryException.class)
                .hasMessageContaining("before it was");
    }

    @Test
    void aDamagedFileOfIdsIsNamed() throws Exception {
        for (String damaged : List.of("1", "1 x", "\0\0", "1 99999999999")) {
            Files.writeString(folder.resolve("schema-ids"), damaged);

            assertThatThrownBy(this::registryIds)
                    .isInstanceOf(SchemaRegistry.UnusableRegistryException.class)
                    .hasMessageContainingAll(folder.resolve("schema-ids").toString(), "damaged");
        }
    }

    @Test
    void anAnswerOfAnotherServerIsOneLine() {
        StubResponse page = StubResponse.status(404, Map.of(), "<html>\r\n" + "x".repeat(500));
        registry.answerBy(_ -> page);

        try (RegistryClient client = new RegistryClient(settings(Map.of()))) {
            assertThatThrownBy(() -> client.compatibility("clicks", "FULL"))
                    .hasMessageContainingAll("404 <html> x", RegistrySettings.URL)
                    .hasMessageNotContaining("\n")
                    .message()
                    .hasSizeLessThan(300);
        }
    }

    @Test
    void aUserAuthenticatesEachRequest() throws Exception {
        registryIds(USER);

        assertThat(registry.requests())
                .isNotEmpty()
                .allMatch(request ->
                        request.header("authorization")
                                .filter("Basic YW5hOmh1c2g="::equals)
                                .isPresent());
    }

    @Test
    void deniedAccessEndsTheStart() {
        registry.answerBy(_ -> StubResponse.status(401));

        assertThatThrownBy(() -> registryIds(USER))
                .isInstanceOf(SchemaRegistry.UnusableRegistryException.class)
                .hasMessageContainingAll(registry.url(""), "401", RegistrySettings.PASSWORD)
                .hasMessageNotContaining("hush");
    }

    @Test
    void aTruststoreThatIsNoPemFileIsNamed() throws Exception {
        String file = Files.writeString(folder.resolve("ca"), "guess").toString();

        assertThatThrownBy(() -> registryIds(Map.of(RegistrySettings.TRUSTED, file)))
                .hasMessageContainingAll(RegistrySettings.TRUSTED, file);
    }

    @Test
    void aRegistryInTheRangeOfLockedIdsIsRejected() {
        firstId.set(LockedSchemaIds.FIRST_ID);

        assertThatThrownBy(this::registryIds)
                .isInstanceOf(SchemaRegistry.UnusableRegistryException.class)
                .hasMessageContaining("99999999");
    }

    private SchemaIds registryIds() throws InterruptedException {
        return registryIds(Map.of());
    }

    private RegistrySettings settings(Map<String, String> further) {
        Map<String, String> environment = new HashMap<>(further);
        environment.put("POSTRIDER_SCHEMA_REGISTRY", registry.url("") + "/");
        return RegistrySettings.from(Settings.from(environment)).orElseThrow();
    }

    private SchemaIds registryIds(Map<String, String> further) throws InterruptedException {
        return new SchemaRegistry(settings(further), folder.resolve("schema-ids"), _ -> {}).ids();
    }

    private List<String> registered() {
        return registry.requests().stream()
                .map(request -> request.method() + " " + request.target())
                .toList();
    }

    /** Equal schemas have one id, as in every registry. */
    private StubResponse answer(ReceivedRequest request) {
        if (failures.getAndDecrement() > 0) {
            return StubResponse.status(503);
        }
        if (request.method().equals("PUT")) {
            return ruleAnswer;
        }
        String schema = Json.mapper().readTree(request.text()).path("schema").asString();
        if (!schemas.contains(schema)) {
            schemas.add(schema);
        }
        int id = firstId.get() + schemas.indexOf(schema);
        return StubResponse.status(200, Map.of(), "{\"id\":" + id + "}");
    }
}
