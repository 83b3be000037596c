package io.postrider.projections.lists;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionSnapshot;
import io.postrider.platform.views.TestStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.json.Rendering;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Lists of links over partitions that any nodes have, compared with a search through all links. */
class FilteredListsTest implements Lists {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final int PARTITIONS = 5;
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    private static final List<String> WORKSPACES =
            List.of(Id.of(IdKind.WS, new UUID(1, 1)), Id.of(IdKind.WS, new UUID(1, 2)));
    private static final List<String> TAGS = List.of("a", "ab", "A", "ü", "rare", "a\0b");
    private static final List<String> DOMAINS = List.of("go.test", "GO.test", "x.test");
    private static final List<String> TITLES =
            List.of(
                    "Spring Sale",
                    "spring-sales 2026",
                    "Größe",
                    "ünder",
                    "say",
                    "sailing",
                    "🦊 42");
    private static final List<String> TEXTS =
            List.of(
                    "spring", "SALE", "sal", "sa", "spr sal", "größ", "GRÖSSE", "42", "none", "🦊",
                    "test", "");

    @TempDir Path folder;

    private final Random random = new Random(7);
    private final ListProjection view =
            new ListProjection(Context.LINKS, IDS, Duration.ofDays(30), InstantSource.system());
    private final List<TestStore> partitions = new ArrayList<>();
    private final Map<String, Link> links = new TreeMap<>();
    private final ScatterQuery list =
            requireNonNull(
                    new ResourceQueries<>(
                                    Catalogue.LINK,
                                    view,
                                    this,
                                    new Rendering("http://localhost", "localhost"),
                                    (_, _) -> {})
                            .questions()
                            .get("links"));
    private int used = PARTITIONS;
    private long offset;

    @BeforeEach
    void open() {
        for (int i = 0; i < PARTITIONS; i++) {
            partitions.add(TestStore.open(folder.resolve("p" + i)));
        }
    }

    @AfterEach
    void close() {
        partitions.forEach(TestStore::close);
    }

    @Override
    public <R> List<R> read(
            Projection asked, Query.Part part, Function<ProjectionSnapshot, R> read) {
        return part.partitions().stream()
                .map(partition -> partitions.get(partition).store().read(read))
                .toList();
    }

    @Test
    void everyCombinationOfFiltersMatchesAFullScan() {
        for (int round = 0; round < 40; round++) {
            change(25);
            for (int i = 0; i < 25; i++) {
                Map<String, String> filters = filters();
                String workspace = any(WORKSPACES);
                assertThat(pages(workspace, filters, 1 + random.nextInt(9)))
                        .as("%s in round %d", filters, round)
                        .isEqualTo(searched(workspace, filters));
            }
        }
    }

    @Test
    void nothingIsLeftWhenAllLinksAreDeleted() {
        change(200);
        for (Link link : List.copyOf(links.values())) {
            delete(link);
        }

        for (TestStore partition : partitions) {
            int rows = partition.store().scan(new byte[] {1}, null, 1_000).entries().size();
            int entries = partition.store().scan(new byte[] {3}, null, 1_000).entries().size();
            assertThat(rows + entries).isZero();
        }
    }

    @Test
    void aBeginningOfTooManyWordsIsLookedForInRowsAndGoesOnWithTheCursor() {
        used = 1;
        titled("abc-old", 0);
        for (int i = 1; i <= 4_100; i++) {
            titled("none", i);
        }
        for (int i = 0; i < 100; i++) {
            titled("abc" + i, 20_000 + i);
        }
        Map<String, String> all = Map.of("q", "abc", "limit", "100");

        JsonNode first = page(WORKSPACES.getFirst(), all);
        JsonNode second = after(first, all);

        assertThat(first.path("data")).hasSize(100);
        assertThat(second.path("data").path(0).path("title").asString()).isEqualTo("abc-old");
        assertThat(second.path("has_more").asBoolean()).isFalse();
        assertThat(page(WORKSPACES.getFirst(), Map.of("q", "abc99")).path("data")).hasSize(1);
    }

    @Test
    void anyTextIsAWord() {
        change(50);
        for (String text :
                List.of("\0", "\u202e", "* OR (", "'; --", "a".repeat(256), "\ud800", "%_")) {
            for (String filter : List.of("q", "tag", "domain", "external_id")) {
                assertThat(page(WORKSPACES.getFirst(), Map.of(filter, text)).path("data"))
                        .isEmpty();
            }
        }
        assertThat(ask(WORKSPACES.getFirst(), Map.of("q", "a".repeat(257))))
                .isInstanceOf(QueryResult.BadParameter.class);
    }

    @Test
    void cursorsAreOfOneListWorkspaceAndFilter() {
        change(200);
        JsonNode first = page(WORKSPACES.getFirst(), Map.of("limit", "1"));
        String cursor = first.path("next_cursor").asString();

        assertThat(ask(WORKSPACES.getLast(), Map.of("limit", "1", "cursor", cursor)))
                .isEqualTo(new QueryResult.CursorMismatch());
        assertThat(ask(WORKSPACES.getFirst(), Map.of("tag", "a", "cursor", cursor)))
                .isEqualTo(new QueryResult.CursorMismatch());
        assertThat(ask(WORKSPACES.getFirst(), Map.of("cursor", "x" + cursor)))
                .isEqualTo(new QueryResult.CursorMismatch());
    }

    private void titled(String title, int millis) {
        Instant created = START.plusMillis(millis);
        String id = Id.of(IdKind.LNK, new UUID(5, offset));
        put(link(id, WORKSPACES.getFirst(), created, title), true);
    }

    private JsonNode page(String workspace, Map<String, String> parameters) {
        return ((QueryResult.Found) ask(workspace, parameters)).body();
    }

    private JsonNode after(JsonNode page, Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put("cursor", page.path("next_cursor").asString());
        return page(WORKSPACES.getFirst(), all);
    }

    private QueryResult ask(String workspace, Map<String, String> parameters) {
        Query question = new Query("links", workspace, parameters, null, Duration.ZERO);
        List<QueryResult.Part> parts = new ArrayList<>();
        for (Set<Integer> node : nodes()) {
            QueryResult answer = list.part().apply(question.of(new Query.Part(node, false)));
            if (!(answer instanceof QueryResult.Part part)) {
                return answer;
            }
            parts.add(part);
        }
        return list.joined().apply(question, parts);
    }

    /** The partitions of each node: divided anew for each page. */
    private Collection<Set<Integer>> nodes() {
        return IntStream.range(0, PARTITIONS)
                .boxed()
                .collect(groupingBy(_ -> random.nextInt(4), toSet()))
                .values();
    }

    private void change(int changes) {
        for (int i = 0; i < changes; i++) {
            Link old = links.isEmpty() ? null : any(List.copyOf(links.values()));
            if (old == null || random.nextInt(4) > 0) {
                put(link(Id.of(IdKind.LNK, new UUID(5, offset)), any(WORKSPACES), created()), true);
            } else if (random.nextBoolean()) {
                put(link(old.id(), old.workspace(), old.createdAt()), false);
            } else {
                delete(old);
            }
        }
    }

    /** Several links of one millisecond, and of times out of order. */
    private Instant created() {
        return START.plusMillis(random.nextInt(300));
    }

    private void put(Link link, boolean created) {
        links.put(link.id(), link);
        apply(
                link,
                created ? "link.created" : "link.updated",
                created ? new LinkCreated(link) : new LinkUpdated(link));
    }

    private void delete(Link link) {
        links.remove(link.id());
        apply(link, "link.deleted", new LinkDeleted(link));
    }

    private void apply(Link link, String type, Record payload) {
        EventHeader header =
                new EventHeader(
                        Id.of(IdKind.EVT, new UUID(3, offset)),
                        type,
                        START,
                        link.workspace(),
                        link.key(),
                        1,
                        null,
                        null,
                        null);
        byte[] value = EventCodec.of(Context.LINKS, IDS).encode(new EventRecord(header, payload));
        TestStore store = partitions.get(Math.floorMod(link.id().hashCode(), used));
        ProjectionBatch batch = store.store().newBatch();
        view.apply(
                new ConsumerRecord<>(
                        Context.LINKS.events().name(),
                        0,
                        offset++,
                        link.key().getBytes(UTF_8),
                        value),
                batch);
        store.write(batch);
    }

    private Link link(String id, String workspace, Instant created) {
        return link(id, workspace, created, random.nextInt(3) == 0 ? null : any(TITLES));
    }

    private Link link(String id, String workspace, Instant created, @Nullable String title) {
        return new Link(
                id,
                workspace,
                any(DOMAINS),
                "s" + id.substring(id.length() - 4),
                "https://www.example.test/" + any(TITLES).hashCode(),
                title,
                TAGS.stream().filter(_ -> random.nextInt(4) == 0).toList(),
                null,
                null,
                null,
                null,
                0,
                302,
                false,
                random.nextInt(3) == 0 ? "ext-" + random.nextInt(20) : null,
                Map.of(),
                created,
                created);
    }

    private Map<String, String> filters() {
        Map<String, String> filters = new HashMap<>();
        maybe(() -> filters.put("tag", any(TAGS)));
        maybe(() -> filters.put("domain", any(DOMAINS)));
        maybe(() -> filters.put("q", any(TEXTS)));
        maybe(() -> filters.put("created_after", created().toString()));
        maybe(() -> filters.put("created_before", created().toString()));
        if (random.nextInt(10) == 0) {
            filters.put("external_id", "ext-" + random.nextInt(20));
        }
        return filters;
    }

    private void maybe(Runnable action) {
        if (random.nextInt(3) == 0) {
            action.run();
        }
    }

    private List<String> pages(String workspace, Map<String, String> filters, int limit) {
        List<String> ids = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>(filters);
        parameters.put("limit", String.valueOf(limit));
        while (true) {
            JsonNode page = page(workspace, parameters);
            page.path("data").forEach(link -> ids.add(link.path("id").asString()));
            if (!page.path("has_more").asBoolean()) {
                return ids;
            }
            assertThat(page.path("data")).hasSize(limit);
            parameters.put("cursor", page.path("next_cursor").asString());
        }
    }

    private List<String> searched(String workspace, Map<String, String> filters) {
        return links.values().stream()
                .filter(link -> link.workspace().equals(workspace))
                .filter(link -> matches(link, filters))
                .sorted(Comparator.comparing(Link::createdAt).reversed().thenComparing(Link::id))
                .map(Link::id)
                .toList();
    }

    private static boolean matches(Link link, Map<String, String> filters) {
        String tag = filters.get("tag");
        String domain = filters.get("domain");
        String external = filters.get("external_id");
        return (tag == null || link.tags().contains(tag))
                && (domain == null || link.domain().equalsIgnoreCase(domain))
                && (external == null || external.equals(link.externalId()))
                && (!filters.containsKey("created_after")
                        || link.createdAt().isAfter(Instant.parse(filters.get("created_after"))))
                && (!filters.containsKey("created_before")
                        || link.createdAt().isBefore(Instant.parse(filters.get("created_before"))))
                && hasWords(link, filters.get("q"));
    }

    private static boolean hasWords(Link link, @Nullable String text) {
        if (text == null) {
            return true;
        }
        List<String> all =
                words(
                        Stream.of(
                                link.slug(),
                                link.url(),
                                String.valueOf(link.title() == null ? "" : link.title())));
        List<String> wanted = words(Stream.of(text));
        return !wanted.isEmpty()
                && wanted.stream()
                        .allMatch(word ->
                                all.stream()
                                        .anyMatch(one ->
                                                word.length() < 3
                                                        ? one.equals(word)
                                                        : one.startsWith(word)));
    }

    private static List<String> words(Stream<String> texts) {
        return texts.flatMap(text ->
                        Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")))
                .filter(word -> !List.of("", "https", "www").contains(word))
                .toList();
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
