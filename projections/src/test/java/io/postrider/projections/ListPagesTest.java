package io.postrider.projections;

import static io.postrider.projections.TestModels.MINE;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.reads.QueryNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ListPagesTest {

    @TempDir Path folder;
    private TestModels models;
    private int made;

    @BeforeEach
    void open() {
        models = TestModels.open(folder);
    }

    @AfterEach
    void close() {
        models.close();
    }

    @Test
    void aFullPageHasNoMoreWhereOnlyEntriesFollowThatTheFilterLeavesOut() {
        links(300, List.of());
        links(2, List.of("rare"));
        links(300, List.of());

        JsonNode page = models.found(QueryNames.LINKS, MINE, Map.of("tag", "rare", "limit", "2"));

        assertThat(slugs(page)).containsExactly("s301", "s300");
        assertThat(page.path("has_more").asBoolean()).isFalse();
        assertThat(page.path("next_cursor").isNull()).isTrue();
    }

    @Test
    void everyPageThatIsPromisedHasSomethingAndNothingIsLeftOut() {
        for (int i = 0; i < 7; i++) {
            links(1, List.of("rare"));
            links(40, List.of());
        }

        List<List<String>> pages = pages(QueryNames.LINKS, Map.of("tag", "rare", "limit", "3"));

        assertThat(pages)
                .containsExactly(
                        List.of("s246", "s205", "s164"),
                        List.of("s123", "s82", "s41"),
                        List.of("s0"));
    }

    @Test
    void aPageOfEventsHasNoMoreWhereNoneOfTheWantedTypesFollows() {
        links(3, List.of());
        models.apply(models.clicked(1, TestModels.START, "human", "v1"));
        models.apply(models.clicked(2, TestModels.START, "human", "v1"));
        links(3, List.of());
        Map<String, String> newest = Map.of("types", "link.clicked", "limit", "2");
        Map<String, String> oldest = new HashMap<>(newest);
        oldest.put("after", "");

        for (Map<String, String> parameters : List.of(newest, oldest)) {
            JsonNode page = models.found(QueryNames.EVENTS, MINE, parameters);
            assertThat(page.path("data")).hasSize(2);
            assertThat(page.path("has_more").asBoolean()).isFalse();
        }
    }

    @Test
    void pagesOfEventsGoOnBehindThoseOfOtherTypesInBothDirections() {
        for (int i = 0; i < 5; i++) {
            links(2, List.of());
            models.apply(models.clicked(i, TestModels.START, "human", "v" + i));
        }
        Map<String, String> newest = Map.of("types", "link.clicked", "limit", "2");
        Map<String, String> oldest = new HashMap<>(newest);
        oldest.put("after", "");

        assertThat(pages(QueryNames.EVENTS, newest))
                .extracting(List::size)
                .containsExactly(2, 2, 1);
        assertThat(pages(QueryNames.EVENTS, oldest))
                .extracting(List::size)
                .containsExactly(2, 2, 1);
    }

    private void links(int count, List<String> tags) {
        for (int i = 0; i < count; i++) {
            models.apply(models.created(made++, MINE, tags.toArray(String[]::new)));
        }
    }

    private List<List<String>> pages(String name, Map<String, String> filters) {
        List<List<String>> pages = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>(filters);
        while (true) {
            JsonNode page = models.found(name, MINE, parameters);
            pages.add(slugs(page));
            if (!page.path("has_more").asBoolean()) {
                return pages;
            }
            parameters.put("cursor", page.path("next_cursor").asString());
        }
    }

    private static List<String> slugs(JsonNode page) {
        List<String> slugs = new ArrayList<>();
        page.path("data").forEach(entry -> slugs.add(entry.path("slug").asString()));
        return slugs;
    }
}
