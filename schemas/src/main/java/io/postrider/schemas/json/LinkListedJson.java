package io.postrider.schemas.json;

import io.postrider.schemas.LinkListed;
import tools.jackson.databind.node.ObjectNode;

/** A listing of short links as JSON. */
public final class LinkListedJson {

    private LinkListedJson() {}

    /** The listing. */
    public static ObjectNode of(LinkListed listed) {
        ObjectNode node = Json.object();
        node.put("object", "link_list");
        node.put("count", listed.count());
        node.set("link_ids", Json.texts(listed.linkIds()));
        node.set("filters", Json.texts(listed.filters()));
        return node;
    }
}
