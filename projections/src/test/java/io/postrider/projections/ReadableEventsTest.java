package io.postrider.projections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class ReadableEventsTest {

    private static final String MINE = TestModels.MINE;
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MANY = 300;

    @TempDir private Path folder;
    private TestModels models;

    @BeforeEach
    void open() {
        models = TestModels.open(folder);
    }

    @AfterEach
    void close() {
        models.close();
    }

    @Verifies("event-rights")
    @Test
    void aReaderSeesTheEventsOfItsScopesInBothOrders() {
        EventRecord first = models.created(1, MINE);
        models.apply(first);
        for (int i = 0; i < MANY; i++) {
            models.apply(models.clicked(1, AT, "human", "v" + i));
        }
        models.apply(models.created(2, MINE));

        ObjectNode newest = as(List.of("links:read"), Map.of());
        assertThat(types(newest)).containsExactly("link.created", "link.created");
        assertThat(newest.path("has_more").asBoolean()).isFalse();
        assertThat(types(as(List.of("links:read"), Map.of("after", ""))))
                .containsExactly("link.created", "link.created");
        assertThat(types(as(List.of("clicks:read"), Map.of("limit", "100"))))
                .hasSize(100)
                .containsOnly("link.clicked");
        assertThat(types(as(List.of("messages:read"), Map.of()))).isEmpty();
    }

    @Test
    void aPageGoesOnWhereItEnded() {
        for (int i = 0; i < 5; i++) {
            models.apply(models.created(i, MINE));
            models.apply(models.clicked(i, AT, "human", "v" + i));
        }
        ObjectNode page = as(List.of("links:read"), Map.of("limit", "3"));
        String cursor = page.path("next_cursor").asString();

        assertThat(types(page)).hasSize(3);
        assertThat(types(as(List.of("links:read"), Map.of("limit", "3", "cursor", cursor))))
                .containsExactly("link.created", "link.created");
    }

    @Test
    void anEventThatIsNotReadableIsUnknown() {
        EventRecord event = models.created(1, MINE);
        models.apply(event);
        String id = event.header().id();

        for (String question :
                List.of(QueryNames.EVENT, QueryNames.EVENT_CAUSE, QueryNames.EVENT_EFFECTS)) {
            assertThat(ask(question, List.of("clicks:read"), List.of(), Map.of("id", id)))
                    .isEqualTo(new QueryResult.Missing());
            assertThat(ask(question, List.of("links:read"), List.of(), Map.of("id", id)))
                    .isInstanceOf(QueryResult.Found.class);
        }
        assertThat(ask(QueryNames.EVENTS, List.of("clicks:read"), List.of(), Map.of("after", id)))
                .isInstanceOf(QueryResult.BadParameter.class);
    }

    @Test
    void aKeyOfSomeResourcesSeesTheirEventsAlone() {
        models.apply(models.created(1, MINE));
        models.apply(models.created(2, MINE));
        models.apply(models.clicked(1, AT, "human", "v"));

        QueryResult.Found found =
                (QueryResult.Found)
                        ask(
                                QueryNames.EVENTS,
                                List.of("links:read", "clicks:read"),
                                List.of(TestModels.linkId(1)),
                                Map.of());
        assertThat(types(found.body())).containsExactly("link.clicked", "link.created");
    }

    private ObjectNode as(List<String> scopes, Map<String, String> parameters) {
        return ask(QueryNames.EVENTS, scopes, List.of(), parameters) instanceof QueryResult.Found it
                ? it.body()
                : fail("not found");
    }

    private QueryResult ask(
            String question,
            List<String> scopes,
            List<String> resources,
            Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put(QueryNames.READER, EventReader.of(scopes, resources).text());
        return models.ask(question, MINE, all);
    }

    private static List<String> types(ObjectNode page) {
        return page.path("data").valueStream().map(it -> it.path("type").asString("")).toList();
    }
}
