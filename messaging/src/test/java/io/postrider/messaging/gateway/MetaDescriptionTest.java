package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateStatus;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.contract.ContractDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests are valid under Meta's OpenAPI description, which is not part of this repository. The description contradicts its
 * own examples; what is patched here is what they show.
 */
@Tag("meta")
@EnabledIf("isThere")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetaDescriptionTest {

    private static final Path DESCRIPTION =
            Path.of("../../shared/meta/business-messaging-api_v23.0.yaml");
    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");
    private static final Set<String> NOT_REQUIRED = Set.of("recipient_type", "policy");
    private static final Map<String, List<String>> TYPES =
            Map.of(
                    "latitude", List.of("string", "number"),
                    "longitude", List.of("string", "number"),
                    "index", List.of("string", "integer"));

    private ContractDocument description = ContractDocument.of("{}");

    static boolean isThere() {
        return Files.exists(DESCRIPTION);
    }

    @BeforeAll
    void read() throws IOException {
        try (InputStream file = Files.newInputStream(DESCRIPTION)) {
            Object loaded = new Yaml().load(file);
            JsonNode whole = Json.mapper().valueToTree(loaded);
            patch(whole);
            ((ArrayNode) whole.at("/components/schemas/InteractiveObject/properties/type/enum"))
                    .add("cta_url")
                    .add("location_request_message");
            ((ArrayNode) whole.at("/components/schemas/ActionObject/oneOf"))
                    .add(
                            json(
                                    "{'required':['name'],'properties':{'name':{'enum':['cta_url','send_location']}}}"));
            description = ContractDocument.of(whole);
        }
    }

    private static void patch(JsonNode node) {
        if (node instanceof ObjectNode object) {
            if (object.path("additionalProperties").isBoolean()) {
                object.remove("additionalProperties");
            }
            if (object.get("required") instanceof ArrayNode required) {
                required.removeIf(name -> NOT_REQUIRED.contains(name.asString("")));
            }
            TYPES.forEach((name, types) -> {
                if (object.path("properties").get(name) instanceof ObjectNode property) {
                    property.removeAll();
                    property.set("type", Json.texts(types));
                }
            });
        }
        node.forEach(MetaDescriptionTest::patch);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "text | {'body':'Hello','preview_url':true}",
                "image | {'link':'https://example.com/a.png','caption':'A'}",
                "image | {'id':'1234','caption':'A'}",
                "video | {'id':'1234'}",
                "audio | {'link':'https://example.com/a.ogg'}",
                "document | {'link':'https://example.com/a.pdf','filename':'a.pdf'}",
                "sticker | {'id':'1234'}",
                "location | {'latitude':37.75,'longitude':-122.4,'name':'HQ','address':'1 Hacker Way'}",
                "contacts | [{'name':{'formatted_name':'Ana','first_name':'Ana'},'phones':[{'phone':'+1 650 555 1234'}]}]",
                "reaction | {'message_id':'msg_1','emoji':'x'}",
                "interactive | {'type':'button','body':{'text':'?'},'action':{'buttons':[{'type':'reply','reply':{'id':'a','title':'A'}}]}}",
                "interactive | {'type':'list','body':{'text':'?'},'footer':{'text':'f'},'action':{'button':'Open','sections':[{'title':'S','rows':[{'id':'a','title':'A','description':'d'}]}]}}",
                "interactive | {'type':'cta_url','body':{'text':'?'},'action':{'name':'cta_url','parameters':{'display_text':'Open','url':'https://example.com'}}}",
                "interactive | {'type':'location_request_message','body':{'text':'?'},'action':{'name':'send_location'}}",
                "template | {'name':'order_ready','language':{'code':'en_US'},'components':[{'type':'body','parameters':[{'type':'text','text':'Ana'}]}]}"
            })
    void aMessageOfEachTypeIsValid(String type, String said) {
        ObjectNode content = Json.object();
        content.putObject("to").put("phone", "+12025550100");
        content.putObject("context").put("provider_id", "wamid.1");
        content.set(type, json(said));

        assertValid("sendMessage", CloudMessages.request("msg_1", type, content));
    }

    @Test
    void callbacksWithoutMessagesAreValid() {
        Instance instance = Instance.blank("inst_1", "ws_1", Instance.CLOUD_API, "t", AT);
        JsonNode read = json("{'provider_id':'wamid.1','typing':true}");
        assertThat(
                        description.objections(
                                description
                                        .root()
                                        .at("/components/schemas/MarkMessageRequestPayload"),
                                body(CloudMessages.readCall(instance, read))))
                .isEmpty();
        Template template =
                new Template(
                        "tpl_1",
                        "ws_1",
                        "inst_1",
                        "order_ready",
                        "en_US",
                        "utility",
                        "[{\"type\":\"BODY\",\"text\":\"Hello\"}]",
                        TemplateStatus.SUBMITTED,
                        null,
                        null,
                        AT,
                        AT);
        assertValid(
                "createAuthenticationTemplateWOtpCopyCodeButton",
                body(Templates.call(instance, Templates.creation(template))));
        assertThat(objections("createGroup", Json.object().put("subject", "S")))
                .as("the description is held against")
                .isNotEmpty();
    }

    private static JsonNode body(GraphCall call) {
        ObjectNode body = call.body();
        return body == null ? Json.object() : body;
    }

    private void assertValid(String operation, JsonNode request) {
        assertThat(objections(operation, request)).as(request.toString()).isEmpty();
    }

    private List<String> objections(String operation, JsonNode request) {
        JsonNode schema =
                description
                        .operation(operation)
                        .node()
                        .at("/requestBody/content/application~1json/schema");
        assertThat(schema.isMissingNode()).isFalse();
        return description.objections(schema, request);
    }

    private static JsonNode json(String quoted) {
        return Json.mapper().readTree(quoted.replace('\'', '"'));
    }
}
