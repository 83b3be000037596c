package io.postrider.platform.views;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.views.Cursor.Position;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class KeysetPagingTest {

    @RegisterExtension private final TestStores stores = new TestStores();
    @TempDir private Path folder;

    private record Link(String workspace, Instant createdAt, String id) {

        private static final Comparator<Link> NEWEST_FIRST =
                Comparator.comparing(Link::createdAt).reversed().thenComparing(Link::id);

        byte[] key() {
            return ProjectionKey.table(1).id(workspace).timeDescending(createdAt).id(id).bytes();
        }
    }

    /** The model: one sorted list per workspace, changed while it is paged through. */
    private static final class Model {
        private final Random random;
        private final ProjectionStore store;
        private final Map<String, NavigableSet<Link>> links =
                Map.of(
                        "ws_1", new TreeSet<>(Link.NEWEST_FIRST),
                        "ws_2", new TreeSet<>(Link.NEWEST_FIRST));
        private int made;

        private Model(Random random, ProjectionStore store) {
            this.random = random;
            this.store = store;
        }

        private NavigableSet<Link> of(String workspace) {
            return requireNonNull(links.get(workspace));
        }

        private void change(int times) {
            ProjectionBatch batch = store.newBatch();
            for (int i = 0; i < times; i++) {
                String workspace = random.nextBoolean() ? "ws_1" : "ws_2";
                NavigableSet<Link> chosen = of(workspace);
                if (!chosen.isEmpty() && random.nextInt(4) == 0) {
                    Link gone = new ArrayList<>(chosen).get(random.nextInt(chosen.size()));
                    chosen.remove(gone);
                    batch.delete(gone.key());
                } else {
                    Link link = newLink(workspace);
                    chosen.add(link);
                    batch.put(link.key(), new byte[] {1});
                }
            }
            store.write(batch, Map.of());
        }

        private Link newLink(String workspace) {
            Instant createdAt = Instant.ofEpochMilli(1_700_000_000_000L + random.nextInt(50));
            return new Link(workspace, createdAt, "lnk_" + random.nextInt(10) + "_" + made++);
        }
    }

    @RepeatedTest(20)
    void pagesAreSortedAndContainStableEntriesOnce() {
        long seed = new Random().nextLong();
        System.out.println("keyset paging seed " + seed);
        Random random = new Random(seed);
        try (ProjectionStore store = stores.open(folder)) {
            Model model = new Model(random, store);
            model.change(random.nextInt(300));
            Set<Link> atTheStart = new HashSet<>(model.of("ws_1"));
            Set<Link> always = new HashSet<>(atTheStart);
            List<byte[]> seen = new ArrayList<>();

            pageThrough(store, model, random, always, seen);

            List<String> seenKeys = seen.stream().map(HexFormat.of()::formatHex).toList();
            assertThat(seenKeys).doesNotHaveDuplicates().isSorted();
            assertThat(seenKeys)
                    .containsAll(
                            always.stream()
                                    .map(link -> HexFormat.of().formatHex(link.key()))
                                    .toList());
            assertThat(store.openIterators()).isZero();
        }
    }

    private static void pageThrough(
            ProjectionStore store,
            Model model,
            Random random,
            Set<Link> always,
            List<byte[]> seen) {
        byte[] prefix = ProjectionKey.table(1).id("ws_1").bytes();
        Cursor cursor = Cursor.of("links", "ws_1", Map.of());
        byte @Nullable [] after = null;
        boolean hasMore = true;
        while (hasMore) {
            int limit = 1 + random.nextInt(20);
            ProjectionPage page = store.scan(prefix, after, limit);

            List<byte[]> expected = expected(model, after, limit + 1);
            assertThat(page.entries())
                    .extracting(ProjectionPage.Entry::key)
                    .containsExactlyElementsOf(
                            expected.subList(0, Math.min(limit, expected.size())));
            assertThat(page.hasMore()).isEqualTo(expected.size() > limit);

            page.entries().forEach(entry -> seen.add(entry.key()));
            hasMore = page.hasMore();
            byte[] last = page.lastKey();
            if (last != null) {
                String text = cursor.after(prefix, last);
                after = ((Position.After) cursor.read(prefix, text)).key();
            }
            model.change(random.nextInt(30));
            always.retainAll(model.of("ws_1"));
        }
    }

    private static List<byte[]> expected(Model model, byte @Nullable [] after, int limit) {
        return model.of("ws_1").stream()
                .map(Link::key)
                .filter(key -> after == null || Arrays.compareUnsigned(key, after) > 0)
                .limit(limit)
                .toList();
    }
}
