package io.postrider.schemas.catalogue;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.schemas.Click;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.LinkListed;
import io.postrider.schemas.Topics;
import io.postrider.schemas.json.ClickJson;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.LinkListedJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The events that change no aggregate. */
public final class FactEvents {

    private static final Link LINK = LinkAggregate.link(Sample.numbered(1));

    public static final FactType<LinkListed> LISTED =
            new FactType<>(
                    "link.listed",
                    Topics.LISTINGS,
                    LinkListed.class,
                    "Short links were listed.",
                    LinkListedJson::of,
                    List.of(new LinkListed(1, List.of(LINK.id()), Map.of("limit", "25"))));

    public static final FactType<LinkClicked> CLICKED =
            new FactType<>(
                    "link.clicked",
                    Topics.CLICKS,
                    LinkClicked.class,
                    "A short link was followed.",
                    clicked -> ClickJson.of(clicked.click()),
                    List.of(click("human", null, null), click("bot", "Googlebot", "DE")));

    static final FactType<EventPublished> PUBLISHED =
            new FactType<>(
                    EventPublished.TYPE,
                    Topics.PUBLISHED,
                    EventPublished.class,
                    "An event with a type of the workspace was published.",
                    published -> (ObjectNode) Json.mapper().readTree(published.data()),
                    List.of(new EventPublished("{\"order_id\":\"1042\",\"total\":129.5}")));

    public static final FactType<EventPublished> REJECTED =
            new FactType<>(
                    EventPublished.REJECTED,
                    Topics.PUBLISHED,
                    EventPublished.class,
                    "A publishing endpoint rejected a request.",
                    PUBLISHED.json(),
                    List.of(
                            new EventPublished(
                                    "{\"endpoint_id\":\""
                                            + Sample.id(IdKind.EP, 1)
                                            + "\",\"code\":\"schema_mismatch\",\"detail\":\"The data does not match the schema of the"
                                            + " endpoint.\",\"errors\":[{\"pointer\":\"#/order_id\",\"code\":\"required\",\"detail\":\"order_id is"
                                            + " required.\"}],\"content_type\":\"application/json\",\"body\":\"{}\"}")));

    public static final FactType<EventPublished> DUPLICATE =
            new FactType<>(
                    EventPublished.DUPLICATE,
                    Topics.PUBLISHED,
                    EventPublished.class,
                    "A publishing endpoint received an event that it had already published.",
                    PUBLISHED.json(),
                    List.of(
                            new EventPublished(
                                    "{\"endpoint_id\":\""
                                            + Sample.id(IdKind.EP, 1)
                                            + "\",\"event_id\":\""
                                            + Sample.id(IdKind.EVT, 1)
                                            + "\",\"code\":\"duplicate\",\"detail\":\"The endpoint has already published this event.\","
                                            + "\"headers\":{\"content-type\":\"application/json\"},\"body\":\"{}\"}")));

    public static final FactType<EventPublished> EXHAUSTED =
            new FactType<>(
                    EventPublished.EXHAUSTED,
                    Topics.PUBLISHED,
                    EventPublished.class,
                    "Deliveries to a webhook ended without a success.",
                    PUBLISHED.json(),
                    List.of(
                            new EventPublished(
                                    "{\"webhook_id\":\""
                                            + Sample.id(IdKind.WHK, 1)
                                            + "\",\"count\":3,\"since\":\"2026-11-02T09:30:00.125Z\",\"last_error\":\"status_not_2xx\"}")));

    private FactEvents() {}

    private static LinkClicked click(
            String verdict, @Nullable String reason, @Nullable String country) {
        return new LinkClicked(
                new Click(
                        Sample.id(IdKind.CLK, 1),
                        LINK.id(),
                        1,
                        LINK.domain(),
                        LINK.slug(),
                        LINK.url(),
                        Sample.AT,
                        302,
                        "GET",
                        "node-1",
                        0,
                        42,
                        "https://news.example.org/",
                        "de",
                        "mobile",
                        "Android",
                        "Chrome",
                        verdict,
                        reason,
                        "9f8b2c1d4e5f6071",
                        country,
                        null,
                        null));
    }
}
