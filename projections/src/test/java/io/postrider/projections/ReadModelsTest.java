package io.postrider.projections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.projections.reading.Question;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.views.TestStore;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.schemas.Click;
import io.postrider.schemas.CommandRejected;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.LockedSchemaIds;
import io.postrider.schemas.Topics;
import io.postrider.schemas.json.LinkJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ReadModelsTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    private static final String MINE = Id.of(IdKind.WS, new UUID(1, 1));
    private static final String THEIRS = Id.of(IdKind.WS, new UUID(1, 2));

    @TempDir Path folder;
    private TestStore store;
    private ReadModels models;
    private long offset;

    @BeforeEach
    void open() {
        store = TestStore.open(folder);
        models =
                new ReadModels(
                        store.store(),
                        store.store(),
                        IDS,
                        new LinkJson("http://localhost:8080", "localhost"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void linksAreListedNewestFirstInPagesThatStayStableWhileLinksAreAdded() {
        for (int i = 0; i < 60; i++) {
            apply(created(i, MINE));
        }
        apply(created(100, THEIRS));

        List<String> slugs = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>(Map.of("limit", "25"));
        for (int page = 0; page < 3; page++) {
            ObjectNode body = found(Questions.LINKS, MINE, parameters);
            body.path("data").forEach(link -> slugs.add(link.path("slug").asString()));
            apply(created(1_000 + page, MINE));
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
            apply(created(i, MINE));
        }
        String cursor =
                found(Questions.LINKS, MINE, Map.of("limit", "2")).path("next_cursor").asString();

        assertThat(ask(Questions.LINKS, MINE, Map.of("cursor", cursor, "tag", "x")))
                .isEqualTo(new ReadAnswer.CursorMismatch());
        assertThat(ask(Questions.LINKS, THEIRS, Map.of("cursor", cursor)))
                .isEqualTo(new ReadAnswer.CursorMismatch());
        assertThat(ask(Questions.LINKS, MINE, Map.of("cursor", "nonsense")))
                .isEqualTo(new ReadAnswer.CursorMismatch());
    }

    @Test
    void anotherWorkspacesLinkIsAsGoodAsUnknownAndADeletedOneIsGone() {
        apply(created(1, MINE));
        assertThat(ask(Questions.LINK, THEIRS, Map.of("id", linkId(1))))
                .isEqualTo(new ReadAnswer.Missing());

        apply(event(Context.LINKS, "link.deleted", 2, MINE, new LinkDeleted(link(1, MINE))));
        assertThat(ask(Questions.LINK, MINE, Map.of("id", linkId(1))))
                .isEqualTo(new ReadAnswer.Missing());
        assertThat(found(Questions.LINKS, MINE, Map.of()).path("data")).isEmpty();
    }

    @Test
    void peoplesClicksAreCountedByLinkHourAndDayAndOthersAreOnlyListed() {
        apply(created(1, MINE));
        apply(clicked(1, START, "human", "v1"));
        apply(clicked(2, START.plus(Duration.ofHours(1)), "human", "v1"));
        apply(clicked(3, START.plus(Duration.ofHours(1)), "human", "v2"));
        apply(clicked(4, START.plus(Duration.ofHours(2)), "bot", "v3"));
        apply(clicked(5, START.plus(Duration.ofDays(1)), "human", "v4"));

        assertThat(
                        found(Questions.LINK, MINE, Map.of("id", linkId(1)))
                                .path("click_count")
                                .asLong())
                .isEqualTo(4);
        assertThat(found(Questions.LINK_CLICKS, MINE, Map.of("id", linkId(1))).path("data"))
                .hasSize(5);
        JsonNode days =
                found(Questions.LINK_STATS, MINE, Map.of("id", linkId(1), "interval", "day"));
        assertThat(days.path("data").toString())
                .isEqualTo(
                        "[{\"clicks\":3,\"uniques\":2,\"at\":\"2026-11-21T00:00:00.000Z\"},"
                                + "{\"clicks\":1,\"uniques\":1,\"at\":\"2026-11-22T00:00:00.000Z\"}]");
        JsonNode hours = found(Questions.CLICK_STATS, MINE, Map.of("interval", "hour"));
        assertThat(hours.path("data")).hasSize(3);
        assertThat(hours.path("totals").toString()).isEqualTo("{\"clicks\":4,\"uniques\":3}");
        JsonNode tokyo =
                found(
                        Questions.CLICK_STATS,
                        MINE,
                        Map.of("interval", "day", "timezone", "Asia/Tokyo"));
        assertThat(tokyo.path("data").path(0).path("at").asString())
                .isEqualTo("2026-11-20T15:00:00.000Z");
        assertThat(
                        found(Questions.CLICK_STATS, THEIRS, Map.of())
                                .path("totals")
                                .path("clicks")
                                .asLong())
                .isZero();
        assertThat(ask(Questions.LINK_STATS, THEIRS, Map.of("id", linkId(1))))
                .isEqualTo(new ReadAnswer.Missing());
    }

    @Test
    void theEventLogHasWhatHappenedAndNotWhatWasRefused() {
        EventRecord first = created(1, MINE);
        apply(first);
        apply(
                event(
                        Context.LINKS,
                        "command.rejected",
                        0,
                        MINE,
                        new CommandRejected("link.create", "slug_taken", null)));
        apply(clicked(1, START, "human", "v1"));
        apply(created(2, MINE));

        assertThat(types(found(Questions.EVENTS, MINE, Map.of())))
                .containsExactly("link.created", "link.clicked", "link.created");
        assertThat(types(found(Questions.EVENTS, MINE, Map.of("after", first.header().id()))))
                .containsExactly("link.clicked", "link.created");
        assertThat(types(found(Questions.EVENTS, MINE, Map.of("types", "click"))))
                .containsExactly("link.clicked");
        ObjectNode page = found(Questions.EVENTS, MINE, Map.of("limit", "2"));
        assertThat(
                        types(
                                found(
                                        Questions.EVENTS,
                                        MINE,
                                        Map.of(
                                                "limit",
                                                "2",
                                                "cursor",
                                                page.path("next_cursor").asString()))))
                .containsExactly("link.created");
        assertThat(
                        found(Questions.EVENT, MINE, Map.of("id", first.header().id()))
                                .path("sequence")
                                .asLong())
                .isEqualTo(1);
        assertThat(ask(Questions.EVENT, THEIRS, Map.of("id", first.header().id())))
                .isEqualTo(new ReadAnswer.Missing());
    }

    private static List<String> types(JsonNode body) {
        List<String> types = new ArrayList<>();
        body.path("data").forEach(event -> types.add(event.path("type").asString()));
        return types;
    }

    private ObjectNode found(String name, String workspace, Map<String, String> parameters) {
        return ask(name, workspace, parameters) instanceof ReadAnswer.Found found
                ? found.body()
                : fail("not found: " + name);
    }

    private ReadAnswer ask(String name, String workspace, Map<String, String> parameters) {
        Question question = models.questions().get(name);
        return question == null
                ? fail("no question " + name)
                : question.answer(
                        new ReadQuestion(name, workspace, parameters, null, Duration.ZERO));
    }

    private void apply(EventRecord event) {
        boolean click = event.payload() instanceof LinkClicked;
        String topic = click ? Topics.CLICKS.name() : Context.LINKS.events().name();
        EventCodec codec = click ? EventCodec.clicks(IDS) : EventCodec.of(Context.LINKS, IDS);
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>(
                        topic,
                        0,
                        offset++,
                        event.header().aggregate().getBytes(StandardCharsets.UTF_8),
                        codec.encode(event));
        ViewBatch batch = store.store().newBatch();
        List<View> views = new ArrayList<>(models.lists());
        views.addAll(models.history());
        for (View view : views) {
            if (view.topics().stream().anyMatch(wanted -> wanted.name().equals(topic))) {
                view.apply(record, batch);
            }
        }
        store.write(batch);
    }

    private EventRecord created(int n, String workspace) {
        return event(
                Context.LINKS, "link.created", 1, workspace, new LinkCreated(link(n, workspace)));
    }

    private EventRecord clicked(int n, Instant at, String verdict, String visitor) {
        Click click =
                new Click(
                        Id.of(IdKind.CLK, new UUID(9, n)),
                        linkId(1),
                        1,
                        "localhost",
                        "s1",
                        "https://example.com/",
                        at,
                        302,
                        "GET",
                        "node",
                        0,
                        n,
                        null,
                        null,
                        null,
                        null,
                        null,
                        verdict,
                        null,
                        visitor,
                        null);
        return event(Context.LINKS, "link.clicked", 0, MINE, new LinkClicked(click));
    }

    private EventRecord event(
            Context context, String type, long sequence, String workspace, Record payload) {
        return new EventRecord(
                new EventHeader(
                        Id.of(IdKind.EVT, new UUID(context.number(), 1_000 + offset)),
                        type,
                        START,
                        workspace,
                        "localhost/x",
                        sequence,
                        null,
                        null,
                        null),
                payload);
    }

    private static String linkId(int n) {
        return Id.of(IdKind.LNK, new UUID(5, n));
    }

    private static Link link(int n, String workspace) {
        return new Link(
                linkId(n),
                workspace,
                "localhost",
                "s" + n,
                "https://example.com/" + n,
                null,
                List.of(),
                null,
                null,
                null,
                null,
                0,
                302,
                false,
                null,
                Map.of(),
                START.plusSeconds(n),
                START.plusSeconds(n));
    }
}
