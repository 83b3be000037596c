package io.postrider.projections.clicks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.migration.StoreMigration;
import io.postrider.platform.offsets.LanePartitions;
import io.postrider.projections.rejections.RejectionReport;
import java.util.List;

/** How the stores of the clicks come into another cluster. */
public final class ClickMigrations {

    private ClickMigrations() {}

    /** All stores: the sequences of a lane are where its clicks are; each count of rejections is reported by any task. */
    public static List<StoreMigration> all() {
        return List.of(
                new StoreMigration(
                        ClicksTopology.APPLICATION,
                        ClickProcessor.SEQUENCES,
                        (lane, value, to) ->
                                to.put(
                                        LanePartitions.of(
                                                new String(lane, UTF_8), to.partitions().count()),
                                        lane,
                                        value)),
                StoreMigration.unkeyed(ClicksTopology.APPLICATION, RejectionReport.COUNTS));
    }
}
