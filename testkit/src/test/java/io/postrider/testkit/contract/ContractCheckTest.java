package io.postrider.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the check finds, and what it lets pass. */
class ContractCheckTest {

    private static final String CONTRACT =
            """
            {"openapi":"3.1.0","paths":{
              "/things/{id}":{"get":{"operationId":"getThing","responses":{
                "200":{"headers":{"ETag":{"$ref":"#/components/headers/ETag"}},
                  "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Named"}}}},
                "304":{"headers":{}},
                "410":{"x-problem-codes":["thing_gone"],"headers":{}}}}},
              "/things/all":{"get":{"operationId":"listThings","responses":{
                "200":{"headers":{},"content":{"text/plain":{"schema":{"type":"string"}}}}}}}},
             "components":{
              "headers":{
                "ETag":{"required":true,"schema":{"type":"string","pattern":"^\\"[0-9]+\\"$"}},
                "Cache-Control":{"x-postrider-on-every-answer":true,"schema":{"type":"string"}}},
              "schemas":{
                "Thing":{"type":"object","required":["id"],"properties":{
                  "id":{"type":"string"},"tags":{"type":"array","items":{"type":"object",
                    "properties":{"tag":{"type":"string"}}}},
                  "metadata":{"type":"object","additionalProperties":{"type":"string"}}}},
                "Named":{"allOf":[{"$ref":"#/components/schemas/Thing"},
                  {"type":"object","properties":{"name":{"type":["string","null"]}}}]},
                "Problem":{"type":"object","required":["code"],"properties":{
                  "code":{"type":"string"},"status":{"type":"integer"}}}},
              "responses":{"AnyProblem":{"headers":{},
                "x-problem-codes":{"404":["not_found"],"400":["bad_request"]},
                "content":{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}}}}
            """;

    private static final Map<String, List<String>> TAGGED =
            Map.of("ETag", List.of("\"7\""), "Content-Type", List.of("application/json;x=y"));

    private final ContractDocument contract = ContractDocument.of(CONTRACT);
    private final ContractCheck check = new ContractCheck(contract);

    private List<String> objections(String path, int status, String body) {
        return check.objections(new Exchanged("GET", path, status, TAGGED, body));
    }

    private List<String> problem(String path, int status, String code) {
        String body = "{\"code\":\"%s\",\"status\":%d}".formatted(code, status);
        Map<String, List<String>> headers =
                Map.of("Content-Type", List.of("application/problem+json"));
        return check.objections(new Exchanged("GET", path, status, headers, body));
    }

    @Test
    void validResponsesPass() {
        assertThat(
                        objections(
                                "/things/7",
                                200,
                                "{\"id\":\"7\",\"name\":null,\"metadata\":{\"a\":\"b\"},"
                                        + "\"tags\":[{\"tag\":\"x\"}]}"))
                .isEmpty();
    }

    @Test
    void undocumentedMembersAreReported() {
        assertThat(
                        objections(
                                "/things/7",
                                200,
                                "{\"nom\":1,\"tags\":[{\"tog\":\"x\"}],\"metadata\":{\"a\":1}}"))
                .anyMatch(text -> text.contains("'id' not found"))
                .anyMatch(text -> text.contains("/metadata/a"))
                .contains("body/nom: not documented", "body/tags/0/tog: not documented");
        assertThat(objections("/things/7", 200, "{")).anyMatch(text -> text.contains("not JSON"));
        assertThat(objections("/things/7", 200, "")).anyMatch(text -> text.contains("no body"));
    }

    @Test
    void aStatusHasToBeSaid() {
        assertThat(objections("/things/7", 201, "{\"id\":\"7\"}"))
                .containsExactly("getThing (GET /things/{id}) has no answer 201");
        assertThat(objections("/others", 200, "{}"))
                .containsExactly("there is no such operation, so a problem is expected");
    }

    @Test
    void headersHaveToBeSaidAndToBeThere() {
        Map<String, List<String>> headers =
                Map.of(
                        "Content-Type", List.of("application/json"),
                        "Cache-Control", List.of("no-store"),
                        "X-New", List.of("1"));

        assertThat(
                        check.objections(
                                new Exchanged("GET", "/things/7", 200, headers, "{\"id\":\"\"}")))
                .containsExactly(
                        "the header ETag is missing", "the header x-new is not documented");
    }

    @Test
    void aHeaderHasTheFormThatIsSaid() {
        Map<String, List<String>> headers =
                Map.of("Content-Type", List.of("application/json"), "etag", List.of("7"));

        assertThat(
                        check.objections(
                                new Exchanged("GET", "/things/7", 200, headers, "{\"id\":\"\"}")))
                .singleElement()
                .matches(text -> text.startsWith("header ETag"));
    }

    @Test
    void aProblemHasACodeOfItsStatus() {
        assertThat(problem("/things/7", 410, "thing_gone")).isEmpty();
        assertThat(problem("/things/7", 400, "bad_request")).isEmpty();
        assertThat(problem("/others", 404, "not_found")).isEmpty();
        assertThat(problem("/things/7", 410, "thing_lost")).hasSize(1);
        assertThat(problem("/things/7", 409, "thing_gone")).hasSize(1);
        assertThat(problem("/things/7", 404, "not_found")).hasSize(1);
    }

    @Test
    void aPlainPathGoesBeforeOneWithVariables() {
        assertThat(contract.operation("GET", "/things/all"))
                .map(ContractDocument.Operation::id)
                .contains("listThings");
        assertThat(contract.operation("HEAD", "/things/7"))
                .map(ContractDocument.Operation::id)
                .contains("getThing");
        assertThat(contract.operation("GET", "/things/7/8")).isEmpty();
        assertThat(contract.operation("POST", "/things/7")).isEmpty();
    }

    @Test
    void thePathIsHeldAgainstTheContractInItsPlainSpelling() {
        Exchanged exchanged =
                Exchanged.of("GET", "/%74hings/a%2Bb;x=y?q=/z", 304, Map.of(), new byte[0]);

        assertThat(exchanged.path()).isEqualTo("/things/a+b");
        assertThatCode(() -> check.verify(exchanged)).doesNotThrowAnyException();
    }

    @Test
    void violationsAreReportedWithTheResponse() {
        assertThatThrownBy(() ->
                        check.verify(new Exchanged("GET", "/things/7", 201, TAGGED, "{\"id\":1}")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("GET /things/7", "201", "getThing", "{\"id\":1}");
    }
}
