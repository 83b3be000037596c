package io.postrider.platform.reads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Pages joined from random parts, compared with one sorted set of all rows. */
class RowsTest {

    private static final int ROUNDS = 2_000;

    private final Random random = new Random(11);

    @Test
    void thePagesOfAnyDivisionAreTheWholeListInItsOrder() {
        for (int round = 0; round < ROUNDS; round++) {
            int partitions = 1 + random.nextInt(12);
            NavigableSet<Integer> all = new TreeSet<>();
            List<NavigableSet<Integer>> rows = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                rows.add(new TreeSet<>());
            }
            random.ints(random.nextInt(60), 0, 1 << 16)
                    .filter(all::add)
                    .forEach(row -> rows.get(random.nextInt(partitions)).add(row));

            assertThat(pages(rows, 1 + random.nextInt(6)))
                    .as("round %d", round)
                    .containsExactlyElementsOf(all);
        }
    }

    private List<Integer> pages(List<NavigableSet<Integer>> partitions, int limit) {
        List<Integer> found = new ArrayList<>();
        int after = -1;
        while (true) {
            Rows<String> page = joined(partitions, after, limit + 1);
            List<Integer> places =
                    page.rows().stream().map(row -> number(row.place())).limit(limit).toList();
            page.rows()
                    .forEach(row -> assertThat(row.resource()).isEqualTo("" + number(row.place())));
            found.addAll(places);
            boolean full = page.rows().size() > limit;
            byte[] stopped = page.stoppedAt();
            if (!full && stopped == null) {
                return found;
            }
            after = full || stopped == null ? places.getLast() : number(stopped);
        }
    }

    /** Joined on each of some nodes, and then once more. */
    private Rows<String> joined(List<NavigableSet<Integer>> partitions, int after, int limit) {
        List<List<Rows<String>>> nodes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            nodes.add(new ArrayList<>());
        }
        partitions.forEach(
                rows -> nodes.get(random.nextInt(nodes.size())).add(partition(rows, after, limit)));
        return Rows.joined(nodes.stream().map(node -> Rows.joined(node, limit)).toList(), limit);
    }

    /** Sometimes it stops early, at a place behind that where it began, with or without a row. */
    private Rows<String> partition(NavigableSet<Integer> rows, int after, int limit) {
        boolean stops = random.nextInt(4) == 0;
        int stop = stops ? after + 1 + random.nextInt(1 << 13) : Integer.MAX_VALUE;
        List<Rows.Row<String>> found =
                rows.tailSet(after, false).stream()
                        .filter(row -> row <= stop)
                        .limit(limit)
                        .map(row -> new Rows.Row<>(place(row), "" + row, 1))
                        .toList();
        return stops && found.size() < limit ? new Rows<>(found, place(stop)) : new Rows<>(found);
    }

    private static byte[] place(int number) {
        return new byte[] {(byte) (number >> 16), (byte) (number >> 8), (byte) number};
    }

    private static int number(byte[] place) {
        return ((place[0] & 0xff) << 16) | ((place[1] & 0xff) << 8) | (place[2] & 0xff);
    }
}
