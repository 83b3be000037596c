package io.postrider.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How the shorthands of the contract's files are spelled out, and what is said of those that cannot be. */
class ContractBundleTest {

    private static final String ME = "/paths/~1api~1v1~1me/get";

    private final ObjectNode written = ContractFiles.joined();

    private ObjectNode bundled() {
        return ContractBundle.of(written, "https://go.example.com", PublishedDocuments.events());
    }

    private ObjectNode me() {
        return (ObjectNode) written.at(ME);
    }

    @Test
    void refusalsAreSpelledOutWithEachCodeAndItsMeaning() {
        ObjectNode document = bundled();
        JsonNode refused = answer(document, "401");

        assertThat(refused.path("description").asString("")).isEqualTo("Unauthorized");
        assertThat(refused.at("/x-problem-codes/0").asString("")).isEqualTo("unauthorized");
        assertThat(refused.path("headers").propertyNames()).containsExactly("WWW-Authenticate");
        assertThat(document.at("/x-problem-codes/unauthorized").asString(""))
                .startsWith("The request has no valid API key");
    }

    private static JsonNode answer(ObjectNode document, String status) {
        String reference = document.at(ME + "/responses/" + status + "/$ref").asString("");
        return document.at(reference.replaceFirst("#", ""));
    }

    @Test
    void operationsShareTheAnswersThatAreTheSame() {
        ObjectNode document = bundled();

        assertThat(document.at("/components/responses").size()).isLessThan(250);
        assertThat(document.at("/paths/~1api~1v1~1links/get/responses/401"))
                .isEqualTo(document.at(ME + "/responses/401"));
    }

    @Test
    void aDeprecatedOperationPromisesTheHeadersThatSaySo() {
        me().put("deprecated", true);

        ObjectNode document = bundled();

        for (String status : new String[] {"401", "503"}) {
            assertThat(answer(document, status).path("headers").propertyNames())
                    .as(status)
                    .contains("Deprecation", "Sunset", "Link");
        }
        assertThat(document.at(ME + "/responses/200/headers").propertyNames())
                .contains("Deprecation", "Sunset", "Link");
    }

    @Test
    void aCodeThatIsNoneIsNamedWithItsOperation() {
        me().withObject("/x-postrider-problems").putArray("409").add("slug_tacken");

        assertThatIllegalStateException()
                .isThrownBy(this::bundled)
                .withMessage("getMe: no problem has the code slug_tacken and the status 409");
    }

    @Test
    void aCodeComesWithItsStatus() {
        me().withObject("/x-postrider-problems").putArray("410").add("slug_taken");

        assertThatIllegalStateException().isThrownBy(this::bundled).withMessageContaining("410");
    }

    @Test
    void aSetThatIsNoneIsNamedWithItsOperation() {
        me().withObject("/x-postrider-problems").withArray("sets").add("qwery");

        assertThatIllegalStateException()
                .isThrownBy(this::bundled)
                .withMessage("getMe: no set of problems qwery");
    }

    @Test
    void operationsDocumentTheirRejections() {
        me().remove("x-postrider-problems");

        assertThatIllegalStateException().isThrownBy(this::bundled).withMessageContaining("getMe");
    }
}
