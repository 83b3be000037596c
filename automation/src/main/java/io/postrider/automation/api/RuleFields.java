package io.postrider.automation.api;

import io.postrider.automation.rules.RuleDefinition;
import io.postrider.automation.rules.RuleDefinition.Reading;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RulePatch;
import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the fields of a rule from a body. */
final class RuleFields {

    private static final TextRule NAME = TextRule.line(1, 100);
    private static final TextRule EXTERNAL_ID = TextRule.line(1, 255);
    private static final List<String> DEFINITION = List.of("trigger", "filter", "flow", "actions");
    private static final int DEFINITION_LENGTH_MAX = 32 << 10;

    private RuleFields() {}

    /** The body of a creation. */
    static Validated<RulePatch> create(BodyReader fields) {
        fields.require("name");
        return patch(fields, Json.object());
    }

    /** The body of a change of a rule. */
    static Validated<RulePatch> update(BodyReader fields, Rule rule) {
        fields.notNull("name", "trigger", "actions");
        return patch(fields, (ObjectNode) Json.mapper().readTree(rule.draft()));
    }

    /** The body that a rule is to have under an external id, whatever it had. */
    static Validated<RulePatch> replacement(BodyReader fields, String externalId) {
        fields.require("name");
        ObjectNode draft = Json.object();
        return patch(fields, draft)
                .then(patch ->
                        Validated.valid(
                                new RulePatch(
                                        Stream.concat(
                                                        patch.changed().stream(),
                                                        Stream.of("external_id"))
                                                .toList(),
                                        patch.name(),
                                        externalId,
                                        patch.draft(),
                                        patch.metadata())));
    }

    private static Validated<RulePatch> patch(BodyReader fields, ObjectNode draft) {
        boolean defines = draft.isEmpty();
        for (String name : DEFINITION) {
            if (fields.has(name)) {
                defines = true;
                merge(draft, name, fields.json(name));
            }
        }
        RulePatch patch =
                new RulePatch(
                        fields.changed(),
                        fields.text("name", NAME).orElse(null),
                        fields.text("external_id", EXTERNAL_ID).orElse(null),
                        defines ? draft.toString() : null,
                        fields.metadata());
        if (defines) {
            check(fields, draft);
        }
        return fields.checked(() -> patch);
    }

    private static void check(BodyReader fields, ObjectNode draft) {
        Optional<FieldError> tooLong = lengthError(draft.toString());
        if (tooLong.isPresent()) {
            fields.fault(tooLong.get());
        } else if (RuleDefinition.read(draft) instanceof Reading.Faulty(List<FieldError> errors)) {
            fields.faults(errors);
        }
    }

    /** The error of a definition's length, sealed or not. */
    static Optional<FieldError> lengthError(String definition) {
        return definition.length() <= DEFINITION_LENGTH_MAX
                ? Optional.empty()
                : Optional.of(
                        new FieldError(
                                "/actions",
                                "too_long",
                                "A definition has at most "
                                        + DEFINITION_LENGTH_MAX
                                        + " characters as JSON, sealed values included."));
    }

    /** Merges a member as RFC 7396 says. */
    private static void merge(ObjectNode into, String name, Optional<JsonNode> given) {
        if (given.isEmpty()) {
            into.remove(name);
        } else if (given.get() instanceof ObjectNode object) {
            ObjectNode target =
                    into.get(name) instanceof ObjectNode before && !isValue(before)
                            ? before
                            : into.putObject(name);
            object.properties()
                    .forEach(member ->
                            merge(
                                    target,
                                    member.getKey(),
                                    Optional.of(member.getValue()).filter(it -> !it.isNull())));
        } else {
            into.set(name, given.get());
        }
    }

    private static boolean isValue(ObjectNode node) {
        return node.has("jsonata");
    }
}
