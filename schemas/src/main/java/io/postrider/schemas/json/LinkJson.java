package io.postrider.schemas.json;

import io.postrider.domain.links.Link;
import tools.jackson.databind.node.ObjectNode;

/** A short link as JSON; its readers add the number of clicks. */
public final class LinkJson {

    private LinkJson() {}

    /**
     * The link.
     *
     * @param version the aggregate's version, also its ETag
     */
    public static ObjectNode of(Link link, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", link.id());
        node.put("object", "link");
        node.put("short_url", shortUrl(link, rendering));
        node.put("url", link.url());
        node.put("domain", link.domain());
        node.put("slug", link.slug());
        node.put("title", link.title());
        node.set("tags", Json.texts(link.tags()));
        node.put("status_code", link.statusCode());
        node.put("forward_query", link.forwardQuery());
        node.put("starts_at", Json.time(link.startsAt()));
        node.put("expires_at", Json.time(link.expiresAt()));
        node.put("expired_url", link.expiredUrl());
        node.put("max_clicks", link.maxClicks());
        node.put("external_id", link.externalId());
        node.set("metadata", Json.texts(link.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(link.createdAt()));
        node.put("updated_at", Json.time(link.updatedAt()));
        return node;
    }

    /** The address that visitors follow. */
    private static String shortUrl(Link link, Rendering rendering) {
        return link.domain().equals(rendering.shortDomain())
                ? rendering.baseUrl() + "/" + link.slug()
                : "https://" + link.domain() + "/" + link.slug();
    }
}
