package io.postrider.schemas.json;

import io.postrider.schemas.Click;
import tools.jackson.databind.node.ObjectNode;

/** A click as JSON. */
public final class ClickJson {

    private ClickJson() {}

    /** The click. */
    public static ObjectNode of(Click click) {
        ObjectNode node = Json.object();
        node.put("id", click.id());
        node.put("object", "click");
        node.put("link_id", click.linkId());
        node.put("link_version", click.linkVersion());
        node.put("domain", click.domain());
        node.put("slug", click.slug());
        node.put("url", click.url());
        node.put("at", Json.time(click.at()));
        node.put("status_code", click.statusCode());
        node.put("method", click.method());
        node.put("verdict", click.verdict());
        node.put("verdict_reason", click.verdictReason());
        node.put("referrer", click.referrer());
        node.put("language", click.language());
        node.put("device", click.device());
        node.put("os", click.os());
        node.put("browser", click.browser());
        node.put("country", click.country());
        node.put("message_id", click.messageId());
        node.put("contact_id", click.contactId());
        node.put("visitor", click.visitor());
        node.put("node", click.node());
        node.put("lane", click.lane());
        node.put("sequence", click.sequence());
        return node;
    }
}
