package io.postrider.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A release takes nothing of the contract back. Before each release this writes the contract, with which the tests
 * compare from then on:
 *
 * <pre>mvn -pl contract -am test -Dtest=BreakingChangesTest -Dsurefire.failIfNoSpecifiedTests=false -Dpostrider.contract=release</pre>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BreakingChangesTest {

    private static final Path RELEASED =
            Path.of("src/test/resources/io/postrider/contract/released.yaml");

    private final ObjectNode promised = Promises.of(PublishedDocuments.openApi());

    /** What is compared is parsed anew each time; these parts have one of each kind. */
    private final ObjectNode some =
            Promises.of(
                    PublishedDocuments.openApi(),
                    "/api/v1/(links|keys|me|deliveries)\\b.*|/livez|/errors|link[.].*");

    @Test
    void nothingThatWasReleasedIsTakenBack() throws IOException {
        // There is no such file before the first release.
        if (Files.exists(RELEASED)) {
            JsonNode released = Yaml.mapper().readTree(Files.readAllBytes(RELEASED));
            assertThat(Breakage.between(released, promised)).isEmpty();
        }
        if (System.getProperty("postrider.contract", "").equals("release")) {
            Files.writeString(RELEASED, Yaml.write(promised));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "an operation is gone | /paths | ~1api~1v1~1keys~1{id}~1revoke |",
                "a method is gone | /paths/~1api~1v1~1links~1{id} | delete |",
                "a field is needed from now on | /components/schemas/LinkCreate | required | [\"url\",\"title\"]",
                "a field is not taken any more | /components/schemas/LinkCreate/properties | title |",
                "a field takes no null any more | /components/schemas/LinkCreate/properties/title | type | \"string\"",
                "a field is of another type | /components/schemas/LinkCreate/properties/max_clicks | type | \"string\"",
                "a field takes less | /components/schemas/LinkCreate/properties/title | maxLength | 100",
                "a value is not taken any more | /components/schemas/LinkCreate/properties/status_code | enum | [301,302,null]",
                "a member is not answered any more | /components/schemas/Link/properties | click_count |",
                "a member may be left out | /components/schemas/Delivery | required | [\"id\"]",
                "a member may be null | /components/schemas/Link/properties/domain | type | [\"string\",\"null\"]",
                "a member is of another type | /components/schemas/Link/properties/version | type | \"string\"",
                "a member of a list is of another type | /components/schemas/Link/properties/tags/items | type | \"integer\"",
                "a member is another constant | /components/schemas/Link/properties/object | const | \"url\"",
                "a parameter is gone | /paths/~1api~1v1~1links/get/parameters/2 | name | \"tags\"",
                "a parameter is needed from now on | /paths/~1api~1v1~1links/get/parameters/2 | required | true",
                "a parameter is of another type | /paths/~1api~1v1~1links/get/parameters/2/schema | type | \"integer\"",
                "another scope is needed | /paths/~1api~1v1~1links/get/security | 0 | {\"apiKey\":[\"links:write\"]}",
                "a key is needed | /paths/~1livez/get | security | [{\"apiKey\":[]}]",
                "a status is not answered any more | /paths/~1api~1v1~1links~1{id}/get/responses | 304 |",
                "a form of an answer is gone | /paths/~1errors/get/responses/200/content | text~1html |",
                "problems say less | /components/schemas/Problem/properties | request_id |",
                "a type of event is gone | /webhooks | link.clicked |",
                "an event says less | /components/schemas/LinkClickedData/properties | country |",
                "a member of an event is of another type | /components/schemas/LinkClickedData/properties/slug | type | \"integer\"",
            })
    void breakingChangesAreFound(String what, String place, String member, String value) {
        assertThat(Breakage.between(some, changed(place, member, value))).as(what).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing | /info | version | \"1.0.0\"",
                "a new operation | /paths | ~1api~1v1~1news | {\"get\":{\"operationId\":\"listNews\",\"security\":[],\"responses\":{\"204\":{\"description\":\"\"}}}}",
                "a new field | /components/schemas/LinkCreate/properties | note | {\"type\":\"string\"}",
                "a field takes more types | /components/schemas/LinkCreate/properties/title | type | [\"string\",\"null\",\"integer\"]",
                "a field takes more | /components/schemas/LinkCreate/properties/title | maxLength | 500",
                "a new value | /components/schemas/LinkCreate/properties/status_code | enum | [301,302,303,307,308,null,309]",
                "a new member | /components/schemas/Link/properties | note | {\"type\":\"string\"}",
                "a member is never null any more | /components/schemas/Link/properties/title | type | \"string\"",
                "a new type of event | /webhooks | link.expired | {\"post\":{\"responses\":{\"2XX\":{\"description\":\"\"}}}}",
            })
    void additionsAreNotBreaking(String what, String place, String member, String value) {
        assertThat(Breakage.between(some, changed(place, member, value))).as(what).isEmpty();
    }

    /** The contract with one member set to a value, or taken away where there is none. */
    private ObjectNode changed(String place, String member, String value) {
        ObjectNode changed = some.deepCopy();
        JsonNode at = changed.at(place);
        String name = member.replace("~1", "/").replace("~0", "~");
        if (at instanceof ObjectNode object) {
            if (value == null) {
                assertThat(object.has(name)).isTrue();
                object.remove(name);
            } else {
                object.set(name, Yaml.mapper().readTree(value));
            }
        } else {
            ((ArrayNode) at).set(Integer.parseInt(name), Yaml.mapper().readTree(value));
        }
        return changed;
    }

    @Test
    void everyBreakageIsNamed() {
        ObjectNode changed = some.deepCopy();
        ((ObjectNode) changed.at("/components/schemas/Link/properties")).remove("title");
        ((ObjectNode) changed.path("paths")).remove("/api/v1/me");

        List<String> found = Breakage.between(some, changed);

        assertThat(found).contains("GET /api/v1/me is gone");
        assertThat(found).anyMatch(text -> text.endsWith("/title is gone"));
    }
}
