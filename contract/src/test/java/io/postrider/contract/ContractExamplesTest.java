package io.postrider.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The examples of the contract: there, and true of its schemas. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractExamplesTest {

    private final ContractDocument contract = ContractDocument.of(PublishedDocuments.openApi());

    Stream<Operation> operations() {
        return contract.operations().stream();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyAnswerWithABodyHasAnExampleThatIsTrue(Operation operation) {
        for (JsonNode response : operation.node().path("responses")) {
            JsonNode found = contract.resolved(response);
            boolean success = !found.has("x-problem-codes");
            for (var medium : found.path("content").properties()) {
                boolean json = medium.getKey().endsWith("json");
                int examples = examples(operation, medium.getValue(), json);
                assertThat(examples > 0 || !(success && json))
                        .as(operation + " has an example of " + medium.getKey())
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyBodyHasAnExampleThatIsTrue(Operation operation) {
        for (var medium : operation.node().at("/requestBody/content").properties()) {
            assertThat(examples(operation, medium.getValue(), true))
                    .as(operation + " has an example of " + medium.getKey())
                    .isPositive();
        }
    }

    private int examples(Operation operation, JsonNode medium, boolean json) {
        JsonNode schema = medium.path("schema");
        int count = 0;
        for (JsonNode example : medium.path("examples")) {
            JsonNode value = contract.resolved(example).path("value");
            if (json) {
                assertThat(contract.objections(schema, value))
                        .as(operation + " " + value)
                        .isEmpty();
                assertThat(contract.undocumented(schema, value))
                        .as(operation + " " + value)
                        .isEmpty();
            }
            count++;
        }
        return count;
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyParameterHasAnExampleThatIsTrue(Operation operation) {
        for (JsonNode parameter : operation.node().path("parameters")) {
            JsonNode found = contract.resolved(parameter);
            JsonNode example = found.path("example");
            if (example.isMissingNode()) {
                assertThat(found.path("required").asBoolean(false)).as(found.toString()).isFalse();
            } else {
                assertThat(contract.objections(found.path("schema"), example))
                        .as(operation + " " + found)
                        .isEmpty();
            }
        }
    }

    /** What the contract is rendered from has to be there: where the value of an example comes from. */
    @ParameterizedTest
    @MethodSource("operations")
    void everyVariableOfAPathIsNamedByTheCallThatAnswersIt(Operation operation) {
        for (JsonNode parameter : operation.node().path("parameters")) {
            JsonNode found = contract.resolved(parameter);
            String source = found.path("x-postrider-example-from").asString("");
            if (!source.isEmpty()) {
                String[] parts = source.split("#", 2);
                assertThat(operations().map(Operation::id)).contains(parts[0]);
                assertThat(parts[1]).startsWith("/");
            } else if (found.path("in").asString("").equals("path")) {
                assertThat(found.path("name").asString("")).isNotEqualTo("id");
            }
        }
    }
}
