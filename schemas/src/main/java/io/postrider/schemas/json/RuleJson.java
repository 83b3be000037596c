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
        node.setAll(definition(rule.draft()));
        rule.published()
                .ifPresentOrElse(
                        published -> node.set("published", of(published)),
                        () -> node.putNull("published"));
        node.set("metadata", Json.texts(rule.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(rule.createdAt()));
        node.put("updated_at", Json.time(rule.updatedAt()));
        return node;
    }

    /** A published version. */
    public static ObjectNode of(RuleVersion version) {
        ObjectNode node = Json.object();
        node.put("number", version.number());
        node.setAll(definition(version.definition()));
        ArrayNode scopes = node.putArray("scopes");
        version.scopes().forEach(scopes::add);
        node.put("published_by", version.publishedBy());
        node.put("published_at", Json.time(version.publishedAt()));
        return node;
    }

    private static ObjectNode definition(String text) {
        return (ObjectNode) Json.mapper().readTree(text);
    }
}
