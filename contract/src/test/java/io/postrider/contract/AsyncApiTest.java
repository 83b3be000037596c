package io.postrider.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topic.Audience;
import io.postrider.schemas.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The document of topics and webhooks: valid, and neither more nor less than the catalogues. */
class AsyncApiTest {

    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7);

    private final EventCatalogue events = PublishedDocuments.events();
    private final JsonNode document = new AsyncApi(PublishedDocuments.BASE_URL, events).document();

    @Test
    void theDocumentIsAsyncApi() throws IOException {
        Schema official;
        try (InputStream in = getClass().getResourceAsStream("asyncapi-3.0.schema.json")) {
            official = SCHEMAS.getSchema(Objects.requireNonNull(in));
        }

        assertThat(official.validate(document)).isEmpty();
        assertThat(official.validate(Yaml.mapper().readTree("{asyncapi: 3.0.0}"))).isNotEmpty();
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        assertThat(document.findValuesAsString("$ref"))
                .isNotEmpty()
                .allSatisfy(reference ->
                        assertThat(document.at(reference.substring(1)).isMissingNode())
                                .as(reference)
                                .isFalse());
    }

    @Test
    void thePublicTopicsAreChannelsAndThePrivateOnesAreNot() {
        List<String> open =
                Topics.all().stream()
                        .filter(topic -> topic.audience() == Audience.PUBLIC)
                        .map(Topic::name)
                        .toList();

        assertThat(document.path("channels").propertyNames())
                .containsAll(open)
                .hasSize(open.size() + 1)
                .contains("webhooks");
        for (Topic topic : Topics.all()) {
            if (topic.audience() == Audience.PRIVATE) {
                assertThat(document.toString()).doesNotContain(topic.name());
            }
        }
    }

    @Test
    void aTopicSaysItsKeyHowLongRecordsAreKeptAndTheirSchema() {
        JsonNode clicks = document.path("channels").path(Topics.CLICKS.name());
        JsonNode message = document.at("/components/messages/link.clicked");

        assertThat(clicks.path("description").asString(""))
                .contains("Keyed by aggregate", "90 days");
        assertThat(clicks.at("/bindings/kafka/topicConfiguration/retention.ms").asLong())
                .isEqualTo(90L * 24 * 60 * 60 * 1000);
        assertThat(message.at("/payload/$ref").asString(""))
                .isEqualTo("#/components/schemas/postrider.clicks.v1-value");
        assertThat(message.at("/bindings/kafka/schemaLookupStrategy").asString(""))
                .isEqualTo("TopicNameStrategy");
        assertThat(
                        document.at("/components/schemas/postrider.clicks.v1-value/schema/name")
                                .asString(""))
                .isEqualTo("ClickEvent");
    }

    @Test
    void everyTypeOfTheCatalogueIsOnATopicAndInAWebhook() {
        JsonNode types = events.list().path("data");
        JsonNode webhooks = document.at("/channels/webhooks/messages");
        List<String> onTopics =
                document.path("channels")
                        .propertyStream()
                        .filter(channel -> !channel.getKey().equals("webhooks"))
                        .flatMap(channel -> channel.getValue().path("messages").valueStream())
                        .map(message ->
                                document.at(message.path("$ref").stringValue().substring(1)))
                        .map(message -> message.path("name").asString(""))
                        .toList();

        assertThat(webhooks.propertyNames())
                .containsExactlyElementsOf(
                        types.valueStream().map(type -> type.path("type").stringValue()).toList());
        for (JsonNode type : types) {
            String name = type.path("type").stringValue();
            // They are published as the events of callers are, whose types no topic lists.
            boolean ofEndpoints =
                    List.of(
                                    EventPublished.REJECTED,
                                    EventPublished.DUPLICATE,
                                    EventPublished.EXHAUSTED)
                            .contains(name);
            assertThat(onTopics).contains(ofEndpoints ? EventPublished.TYPE : name);
            JsonNode message = document.at("/components/messages/webhook." + name);
            assertThat(
                            SCHEMAS.getSchema(message.path("payload"))
                                    .validate(message.at("/examples/0/payload")))
                    .as(name)
                    .isEmpty();
        }
    }
}
