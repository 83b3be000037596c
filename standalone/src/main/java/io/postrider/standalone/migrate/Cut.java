package io.postrider.standalone.migrate;

import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where an application stands in a topic. Records up to here are copied before all others, so the end of the copy is then where the
 * application stands in the other cluster.
 *
 * @param offsets the offset of each partition
 */
record Cut(String application, Map<Integer, Long> offsets) {

    Cut {
        offsets = Map.copyOf(offsets);
    }

    /**
     * The cuts of a topic, in the order of the copy. If two applications are each ahead of the other, in another partition, what both
     * have processed is the cut of the first, and it reads the rest again.
     *
     * @param committed the offsets of each application that reads the topic
     * @param begins the first offset of each partition
     */
    static List<Cut> of(Map<String, Map<Integer, Long>> committed, Map<Integer, Long> begins) {
        List<Cut> all = new ArrayList<>();
        Map<Integer, Long> lowest = new HashMap<>();
        List<Cut> furthestFirst =
                committed.entrySet().stream()
                        .map(each -> new Cut(each.getKey(), whole(each.getValue(), begins)))
                        .sorted(
                                Comparator.comparingLong(Cut::sum)
                                        .reversed()
                                        .thenComparing(Cut::application))
                        .toList();
        for (Cut cut : furthestFirst) {
            cut.offsets().forEach((partition, at) -> lowest.merge(partition, at, Math::min));
            all.addFirst(new Cut(cut.application(), lowest));
        }
        return List.copyOf(all);
    }

    private static Map<Integer, Long> whole(Map<Integer, Long> known, Map<Integer, Long> begins) {
        return begins.entrySet().stream()
                .collect(
                        toMap(
                                Map.Entry::getKey,
                                begin ->
                                        Math.max(
                                                begin.getValue(),
                                                known.getOrDefault(begin.getKey(), 0L))));
    }

    private long sum() {
        return offsets.values().stream().mapToLong(Long::longValue).sum();
    }
}
