package io.postrider.schemas.json;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleVersion;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A rule as JSON: the members of its draft, and the version in force. */
public final class RuleJson {

    private RuleJson() {}

    /** The rule. */
    public static ObjectNode of(Rule rule, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", rule.id());
        node.put("object", "rule");
        node.put("name", rule.name());
        node.put("external_id", rule.externalId());
        node.put("state", rule.state().label());
        node.put("state_reason", rule.stateReason());
        node.setAll(draft(rule, rendering));
        rule.published()
                .ifPresentOrElse(
                        published -> node.set("published", of(rule, published, rendering)),
                        () -> node.putNull("published"));
        node.set("metadata", Json.texts(rule.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(rule.createdAt()));
        node.put("updated_at", Json.time(rule.updatedAt()));
        return node;
    }

    /** The draft, without the secrets that are typed into it. */
    public static ObjectNode draft(Rule rule, Rendering rendering) {
        return definition(rule, rule.draft(), rendering);
    }

    /** A published version. */
    public static ObjectNode of(Rule rule, RuleVersion version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("number", version.number());
        node.setAll(definition(rule, version.definition(), rendering));
        ArrayNode scopes = node.putArray("scopes");
        version.scopes().forEach(scopes::add);
        node.put("published_by", version.publishedBy());
        node.put("published_at", Json.time(version.publishedAt()));
        return node;
    }

    private static ObjectNode definition(Rule rule, String text, Rendering rendering) {
        return new TypedSecrets(rule.workspace(), rule.id(), rendering.opener())
                .shown((ObjectNode) Json.mapper().readTree(text));
    }
}
