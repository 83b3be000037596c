package io.postrider.api.keys;

import io.postrider.api.automation.RuleTable;
import io.postrider.api.webhooks.WebhookTable;
import io.postrider.schemas.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** What goes back to a key: the rules that it published, and the webhooks that it saved last. */
record KeyUses(RuleTable rules, WebhookTable webhooks) {

    /** Adds their ids. */
    ObjectNode on(ObjectNode body, String workspace, String key) {
        body.set("rules", Json.texts(rules.publishedBy(workspace, key)));
        body.set("webhooks", Json.texts(webhooks.savedBy(workspace, key)));
        return body;
    }
}
