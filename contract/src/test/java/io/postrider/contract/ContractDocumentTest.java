package io.postrider.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.postrider.domain.links.ClickVocabulary;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The contract by itself: valid and whole. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractDocumentTest {

    /** Codes that pass between parts of the service, and that no operation answers, or none as long as members have none. */
    private static final Set<String> WITHIN =
            Set.of(
                    "clicks_exhausted",
                    "oidc_email_unverified",
                    "oidc_identity_taken",
                    "oidc_not_invited",
                    "oidc_refused",
                    "undecodable");

    /** There as soon as an operation is deprecated. */
    private static final Set<String> OF_DEPRECATION =
            Set.of("#/components/headers/Deprecation", "#/components/headers/Sunset");

    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final ContractDocument contract = ContractDocument.of(PublishedDocuments.openApi());

    Stream<Operation> operations() {
        return contract.operations().stream();
    }

    @Test
    void thePresetsAreThoseOfTheCatalogue() {
        JsonNode preset = contract.root().at("/components/schemas/KeyCreate/properties/preset");
        List<String> told = new ArrayList<>();
        preset.path("enum")
                .forEach(name -> {
                    if (!name.isNull()) {
                        told.add(name.stringValue());
                    }
                });

        assertThat(told).containsExactlyInAnyOrderElementsOf(Scopes.presets());
        assertThat(preset.path("x-scopes").properties())
                .hasSize(told.size() - List.of("full", "read_only").size())
                .allSatisfy(entry ->
                        assertThat(entry.getValue().valueStream().map(JsonNode::stringValue))
                                .containsExactlyElementsOf(
                                        Scopes.preset(entry.getKey()).orElseThrow()));
    }

    @Test
    @Verifies("visitor-words")
    void theWordsOfClicksAreThoseThatTheyHave() {
        JsonNode click = contract.root().at("/components/schemas/Click/properties");
        Map.of(
                        "verdict_reason", ClickVocabulary.reasons(),
                        "browser", ClickVocabulary.browsers(),
                        "os", ClickVocabulary.systems())
                .forEach((name, words) ->
                        assertThat(
                                        click.path(name)
                                                .path("x-extensible-enum")
                                                .valueStream()
                                                .map(JsonNode::stringValue))
                                .as(name)
                                .containsExactlyElementsOf(words));
    }

    @Test
    void theDocumentIsOpenApi() throws IOException {
        Schema official;
        try (InputStream in = getClass().getResourceAsStream("openapi-3.1.schema.json")) {
            official = SCHEMAS.getSchema(Objects.requireNonNull(in));
        }

        assertThat(official.validate(contract.root())).isEmpty();
    }

    @Test
    void everySchemaIsJsonSchema() {
        Schema meta =
                SCHEMAS.getSchema(
                        SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

        contract.root()
                .at("/components/schemas")
                .properties()
                .forEach(schema ->
                        assertThat(meta.validate(schema.getValue())).as(schema.getKey()).isEmpty());
    }

    @Test
    void everyReferenceLeadsSomewhereAndEveryComponentIsUsed() {
        Set<String> used = new TreeSet<>();
        contract.root()
                .findValuesAsString("$ref")
                .forEach(reference -> {
                    assertThat(contract.root().at(reference.substring(1)).isMissingNode())
                            .as(reference)
                            .isFalse();
                    used.add(reference);
                });
        List<String> there = new ArrayList<>();
        contract.root()
                .path("components")
                .properties()
                .forEach(kind ->
                        kind.getValue()
                                .propertyNames()
                                .forEach(name ->
                                        there.add("#/components/" + kind.getKey() + "/" + name)));
        there.removeIf(name -> name.startsWith("#/components/securitySchemes/"));
        there.removeIf(this::isEverywhere);
        there.removeAll(OF_DEPRECATION);

        assertThat(used).containsAll(there);
    }

    private boolean isEverywhere(String reference) {
        return contract.root().at(reference.substring(1)).has("x-postrider-on-every-answer");
    }

    @Test
    void operationsHaveNamesOfTheirOwn() {
        assertThat(operations().map(Operation::id))
                .allMatch(id -> id.matches("[a-z]+([A-Z][a-z]*)+"))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyOperationIsExplained(Operation operation) {
        assertThat(operation.node().path("summary").asString("")).hasSizeGreaterThan(5);
        assertThat(operation.node().path("description").asString("")).hasSizeGreaterThan(10);
        assertThat(operation.node().path("tags")).hasSize(1);
        for (JsonNode parameter : operation.node().path("parameters")) {
            assertThat(contract.resolved(parameter).path("description").asString(""))
                    .as(parameter.toString())
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyOperationIsPublicOrDocumentsItsRejections(Operation operation) {
        JsonNode security = operation.node().path("security");
        JsonNode refused = operation.node().path("responses");

        assertThat(security.isArray()).isTrue();
        if (!security.isEmpty()) {
            assertThat(codes(refused.path("401"))).containsExactly("unauthorized");
            assertThat(codes(refused.path("429"))).contains("rate_limited");
        }
        if (security.at("/0/apiKey/0").isString()) {
            assertThat(codes(refused.path("403"))).contains("scope_missing");
        }
    }

    private List<String> codes(JsonNode response) {
        return contract.resolved(response)
                .path("x-problem-codes")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
    }

    @Test
    void everyCodeIsAnAnswerOfSomeOperation() {
        Set<String> documented =
                contract.root().at("/components/responses").findValues("x-problem-codes").stream()
                        .flatMap(codes ->
                                codes.isArray()
                                        ? codes.valueStream()
                                        : codes.valueStream().flatMap(JsonNode::valueStream))
                        .map(JsonNode::stringValue)
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> all = new TreeSet<>(WITHIN);
        all.addAll(documented);

        assertThat(all)
                .isEqualTo(
                        new TreeSet<>(ProblemCode.all().stream().map(ProblemCode::code).toList()));
        assertThat(documented).doesNotContainAnyElementsOf(WITHIN);
    }

    @Test
    void everyTypeOfEventIsAWebhook() {
        JsonNode webhooks = contract.root().path("webhooks");
        JsonNode types = PublishedDocuments.events().list().path("data");

        assertThat(webhooks.propertyNames())
                .containsExactlyElementsOf(
                        types.valueStream().map(type -> type.path("type").stringValue()).toList());
        for (JsonNode type : types) {
            JsonNode medium =
                    webhooks.path(type.path("type").stringValue())
                            .at("/post/requestBody/content/application~1json");
            JsonNode example = medium.at("/examples/event/value");
            assertThat(example.toString()).isEqualTo(type.path("example").toString());
            assertThat(contract.objections(medium.path("schema"), example)).isEmpty();
            assertThat(contract.undocumented(medium.path("schema"), example)).isEmpty();
        }
    }
}
