package io.postrider.projections;

import static io.postrider.projections.TestModels.MINE;
import static io.postrider.projections.TestModels.START;
import static io.postrider.projections.TestModels.THEIRS;
import static io.postrider.projections.TestModels.link;
import static io.postrider.projections.TestModels.linkId;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkListed;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ReadModelsTest {

    @TempDir Path folder;
    private TestModels models;

    @BeforeEach
    void open() {
        models = TestModels.open(folder);
    }

    @AfterEach
    void close() {
        models.close();
    }

    @Test
    void linksAreListedNewestFirstInPagesThatStayStableWhileLinksAreAdded() {
        for (int i = 0; i < 60; i++) {
            models.apply(models.created(i, MINE));
        }
        models.apply(models.created(100, THEIRS));

        List<String> slugs = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>(Map.of("limit", "25"));
        for (int page = 0; page < 3; page++) {
            ObjectNode body = models.found(QueryNames.LINKS, MINE, parameters);
            body.path("data").forEach(link -> slugs.add(link.path("slug").asString()));
            models.apply(models.created(1_000 + page, MINE));
            if (body.path("has_more").asBoolean()) {
                parameters.put("cursor", body.path("next_cursor").asString());
            } else {
                assertThat(body.path("next_cursor").isNull()).isTrue();
                assertThat(page).isEqualTo(2);
            }
        }

        assertThat(slugs).hasSize(60).doesNotHaveDuplicates();
        assertThat(slugs.getFirst()).isEqualTo("s59");
        assertThat(slugs.getLast()).isEqualTo("s0");
    }

    @Test
    void aCursorOfOtherFiltersOrOfAnotherWorkspaceIsRefused() {
        for (int i = 0; i < 5; i++) {
            models.apply(models.created(i, MINE));
        }
        String cursor =
                models.found(QueryNames.LINKS, MINE, Map.of("limit", "2"))
                        .path("next_cursor")
                        .asString();

        assertThat(models.ask(QueryNames.LINKS, MINE, Map.of("cursor", cursor, "tag", "x")))
                .isEqualTo(new QueryResult.CursorMismatch());
        assertThat(models.ask(QueryNames.LINKS, THEIRS, Map.of("cursor", cursor)))
                .isEqualTo(new QueryResult.CursorMismatch());
        assertThat(models.ask(QueryNames.LINKS, MINE, Map.of("cursor", "nonsense")))
                .isEqualTo(new QueryResult.CursorMismatch());
    }

    @Test
    void anotherWorkspacesLinkIsAsGoodAsUnknownAndADeletedOneIsGone() {
        models.apply(models.created(1, MINE));
        assertThat(models.ask(QueryNames.LINK, THEIRS, Map.of("id", linkId(1))))
                .isEqualTo(new QueryResult.Missing());

        models.apply(
                models.event(
                        Context.LINKS, "link.deleted", 2, MINE, new LinkDeleted(link(1, MINE))));
        assertThat(models.ask(QueryNames.LINK, MINE, Map.of("id", linkId(1))))
                .isEqualTo(new QueryResult.Missing());
        assertThat(models.found(QueryNames.LINKS, MINE, Map.of()).path("data")).isEmpty();
    }

    @Test
    @Verifies("bots-not-counted")
    void peoplesClicksAreCountedByLinkHourAndDayAndOthersAreOnlyListed() {
        models.apply(models.created(1, MINE));
        models.apply(models.clicked(1, START, "human", "v1"));
        models.apply(models.clicked(2, START.plus(Duration.ofHours(1)), "human", "v1"));
        models.apply(models.clicked(3, START.plus(Duration.ofHours(1)), "human", "v2"));
        models.apply(models.clicked(4, START.plus(Duration.ofHours(2)), "bot", "v3"));
        models.apply(models.clicked(5, START.plus(Duration.ofDays(1)), "human", "v4"));

        assertThat(
                        models.found(QueryNames.LINK, MINE, Map.of("id", linkId(1)))
                                .path("click_count")
                                .asLong())
                .isEqualTo(4);
        assertThat(models.found(QueryNames.LINK_CLICKS, MINE, Map.of("id", linkId(1))).path("data"))
                .hasSize(5);
        JsonNode days =
                models.found(
                        QueryNames.LINK_STATS, MINE, Map.of("id", linkId(1), "interval", "day"));
        assertThat(days.path("data").toString())
                .isEqualTo(
                        "[{\"clicks\":3,\"uniques\":2,\"at\":\"2026-11-21T00:00:00.000Z\"},"
                                + "{\"clicks\":1,\"uniques\":1,\"at\":\"2026-11-22T00:00:00.000Z\"}]");
        JsonNode hours = models.found(QueryNames.CLICK_STATS, MINE, Map.of("interval", "hour"));
        assertThat(hours.path("data")).hasSize(3);
        assertThat(hours.path("totals").toString()).isEqualTo("{\"clicks\":4,\"uniques\":3}");
        JsonNode tokyo =
                models.found(
                        QueryNames.CLICK_STATS,
                        MINE,
                        Map.of("interval", "day", "timezone", "Asia/Tokyo"));
        assertThat(tokyo.path("data").path(0).path("at").asString())
                .isEqualTo("2026-11-20T15:00:00.000Z");
        assertThat(
                        models.found(QueryNames.CLICK_STATS, THEIRS, Map.of())
                                .path("totals")
                                .path("clicks")
                                .asLong())
                .isZero();
        assertThat(models.ask(QueryNames.LINK_STATS, THEIRS, Map.of("id", linkId(1))))
                .isEqualTo(new QueryResult.Missing());
    }

    @Test
    void theEventLogContainsEventsAndListings() {
        EventRecord first = models.created(1, MINE);
        models.apply(first);
        models.apply(listed());
        models.apply(models.clicked(1, START, "human", "v1"));
        models.apply(models.created(2, MINE));

        assertThat(types(models.found(QueryNames.EVENTS, MINE, Map.of())))
                .containsExactly("link.created", "link.clicked", "link.listed", "link.created");
        assertThat(
                        types(
                                models.found(
                                        QueryNames.EVENTS,
                                        MINE,
                                        Map.of("after", first.header().id()))))
                .containsExactly("link.listed", "link.clicked", "link.created");
        assertThat(types(models.found(QueryNames.EVENTS, MINE, Map.of("types", "click"))))
                .containsExactly("link.clicked");
        ObjectNode page = models.found(QueryNames.EVENTS, MINE, Map.of("limit", "2"));
        assertThat(
                        types(
                                models.found(
                                        QueryNames.EVENTS,
                                        MINE,
                                        Map.of(
                                                "limit",
                                                "2",
                                                "cursor",
                                                page.path("next_cursor").asString()))))
                .containsExactly("link.listed", "link.created");
        assertThat(
                        models.found(QueryNames.EVENT, MINE, Map.of("id", first.header().id()))
                                .path("sequence")
                                .asLong())
                .isEqualTo(1);
        assertThat(models.ask(QueryNames.EVENT, THEIRS, Map.of("id", first.header().id())))
                .isEqualTo(new QueryResult.Missing());
    }

    private EventRecord listed() {
        return models.event(
                Context.LINKS, "link.listed", 0, MINE, new LinkListed(0, List.of(), Map.of()));
    }

    private static List<String> types(JsonNode body) {
        List<String> types = new ArrayList<>();
        body.path("data").forEach(event -> types.add(event.path("type").asString()));
        return types;
    }
}
