package io.postrider.testkit.contract;

import io.postrider.testkit.contract.ContractDocument.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Validates responses against the contract: status, headers, media type, body, and the code of a problem. It is stricter than
 * the contract, which permits additional members: every member must be documented.
 */
public final class ContractCheck {

    private static final int NO_CONTENT = 204;
    private static final String PROBLEM = "application/problem+json";
    private static final String CODES = "x-problem-codes";
    private static final JsonMapper JSON = new JsonMapper();

    /** The headers that HTTP itself defines. */
    private static final Set<String> TRANSPORT =
            Set.of(
                    "connection",
                    "content-encoding",
                    "content-length",
                    "content-type",
                    "date",
                    "keep-alive",
                    "transfer-encoding",
                    "vary");

    /** The medium of answers with a type that is not known before. */
    private static final String ANY = "*/*";

    private final ContractDocument contract;
    private final JsonNode anyProblem;

    public ContractCheck(ContractDocument contract) {
        this.contract = contract;
        this.anyProblem = contract.root().at("/components/responses/AnyProblem");
    }

    /** Fails unless the answer is as the contract says. */
    public void verify(Exchanged exchanged) {
        List<String> wrong = objections(exchanged);
        if (!wrong.isEmpty()) {
            throw new AssertionError(
                    "%s %s was answered %d, which the contract does not say:%n  %s%n  body: %s"
                            .formatted(
                                    exchanged.method(),
                                    exchanged.path(),
                                    exchanged.status(),
                                    String.join("\n  ", wrong),
                                    exchanged.body()));
        }
    }

    /** The violations of the contract in a response. */
    public List<String> objections(Exchanged exchanged) {
        List<String> wrong = new ArrayList<>();
        if (exchanged.method().equals("OPTIONS") && exchanged.status() == NO_CONTENT) {
            // A browser asks before it sends a key; that is the business of browsers alone.
            return wrong;
        }
        Optional<Operation> operation = contract.operation(exchanged.method(), exchanged.path());
        JsonNode responses =
                operation.map(found -> found.node().path("responses")).orElse(anyProblem);
        JsonNode response = contract.resolved(responses.path(Integer.toString(exchanged.status())));
        if (exchanged.mediaType().equals(PROBLEM)) {
            problem(exchanged, operation.isPresent(), response, wrong);
            // A request can have several errors, and the first reported one may be one that any
            // request can have.
            response = response.isMissingNode() ? anyProblem : response;
        } else if (response.isMissingNode()) {
            wrong.add(
                    operation
                            .map(found -> found + " has no answer " + exchanged.status())
                            .orElse("there is no such operation, so a problem is expected"));
            return wrong;
        } else {
            body(exchanged, response, wrong);
        }
        headers(exchanged, response, wrong);
        if (operation.filter(found -> found.node().has("x-postrider-served-by")).isEmpty()) {
            headersOfEveryAnswer(exchanged, wrong);
        }
        return wrong;
    }

    private void problem(
            Exchanged exchanged, boolean isOperation, JsonNode response, List<String> wrong) {
        if (exchanged.body().isEmpty() && exchanged.method().equals("HEAD")) {
            return;
        }
        JsonNode schema = anyProblem.path("content").path(PROBLEM).path("schema");
        JsonNode body = json(exchanged, schema, wrong);
        String code = body.path("code").asString("");
        JsonNode everywhere = anyProblem.path(CODES).path(Integer.toString(exchanged.status()));
        // A 404 of an unknown path is not a response of an operation that does not document it.
        boolean ofAny = has(everywhere, code) && !(isOperation && exchanged.status() == 404);
        if (!has(response.path(CODES), code) && !ofAny) {
            wrong.add("the code " + code + " is not among the " + CODES + " of this status");
        }
        if (body.path("status").asInt(0) != exchanged.status()) {
            wrong.add("the problem says the status " + body.path("status"));
        }
    }

    private static boolean has(JsonNode codes, String code) {
        return codes.valueStream().anyMatch(known -> known.asString().equals(code));
    }

    private void body(Exchanged exchanged, JsonNode response, List<String> wrong) {
        JsonNode content = response.path("content");
        if (exchanged.body().isEmpty()) {
            boolean none = content.isMissingNode() || exchanged.method().equals("HEAD");
            if (!none) {
                wrong.add("there is no body, and one of " + content.propertyNames());
            }
            return;
        }
        JsonNode medium =
                content.has(ANY) ? content.path(ANY) : content.path(exchanged.mediaType());
        if (medium.isMissingNode()) {
            wrong.add(exchanged.mediaType() + " is not among " + content.propertyNames());
        } else if (exchanged.mediaType().endsWith("json")) {
            json(exchanged, medium.path("schema"), wrong);
        }
    }

    private JsonNode json(Exchanged exchanged, JsonNode schema, List<String> wrong) {
        try {
            JsonNode body = JSON.readTree(exchanged.body());
            contract.objections(schema, body).forEach(error -> wrong.add("body" + error));
            contract.undocumented(schema, body)
                    .forEach(place -> wrong.add("body" + place + ": not documented"));
            return body;
        } catch (JacksonException e) {
            wrong.add("the body is not JSON: " + e.getOriginalMessage());
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private void headers(Exchanged exchanged, JsonNode response, List<String> wrong) {
        JsonNode documented = response.path("headers");
        documented
                .properties()
                .forEach(header ->
                        header(
                                exchanged,
                                header.getKey(),
                                contract.resolved(header.getValue()),
                                wrong));
        exchanged.headers().keySet().stream()
                .filter(name -> !TRANSPORT.contains(name))
                .filter(name -> !isNamed(documented, name) && !isEverywhere(name))
                .forEach(name -> wrong.add("the header " + name + " is not documented"));
    }

    private void headersOfEveryAnswer(Exchanged exchanged, List<String> wrong) {
        contract.root().at("/components/headers").properties().stream()
                .filter(header -> isOnEveryAnswer(header.getValue()))
                .filter(header -> header.getValue().path("required").asBoolean(false))
                .forEach(header -> header(exchanged, header.getKey(), header.getValue(), wrong));
    }

    private void header(Exchanged exchanged, String name, JsonNode header, List<String> wrong) {
        List<String> values = exchanged.headers().get(name.toLowerCase(Locale.ROOT));
        if (values == null) {
            if (header.path("required").asBoolean(false)) {
                wrong.add("the header " + name + " is missing");
            }
            return;
        }
        for (String value : values) {
            contract.objections(header.path("schema"), JsonNodeFactory.instance.stringNode(value))
                    .forEach(error -> wrong.add("header " + name + error));
        }
    }

    private static boolean isNamed(JsonNode headers, String lowerName) {
        return headers.propertyStream()
                .anyMatch(header -> header.getKey().toLowerCase(Locale.ROOT).equals(lowerName));
    }

    private boolean isEverywhere(String lowerName) {
        for (Map.Entry<String, JsonNode> header :
                contract.root().at("/components/headers").properties()) {
            if (header.getKey().toLowerCase(Locale.ROOT).equals(lowerName)) {
                return isOnEveryAnswer(header.getValue());
            }
        }
        return false;
    }

    private static boolean isOnEveryAnswer(JsonNode header) {
        return header.path("x-postrider-on-every-answer").asBoolean(false);
    }
}
