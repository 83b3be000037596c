package io.postrider.projections.stats;

import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.schemas.Click;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Keeps every click of a link, and counts people by quarter of an hour for each link and each workspace. The counters are
 * written together with the offset they are counted up to, so they are exact after any crash.
 */
final class ClickProjection implements Projection {

    /** Stands for all links of a workspace, where an id of one could stand. */
    static final String ALL = "all";

    private static final int CLICKS = 0x04;
    private static final int QUARTERS = 0x05;
    private static final int SEEN = 0x07;
    private static final int TOTAL = 0x08;
    private static final int COUNT = 0;
    private static final int UNIQUES = 1;
    private static final long QUARTER = Duration.ofMinutes(15).toMillis();
    private static final byte[] NOTHING = {};

    private final EventCodec codec;

    ClickProjection(SchemaIds ids) {
        this.codec = EventCodec.clicks(ids);
    }

    static byte[] clicks(String workspace, String link) {
        return ProjectionKey.table(CLICKS).id(workspace).id(link).bytes();
    }

    /** The quarters of an hour, in order: the time of each, and an octet that is 0 for clicks. */
    static byte[] quarters(String workspace, String scope) {
        return ProjectionKey.table(QUARTERS).id(workspace).id(scope).bytes();
    }

    /** The key that precedes all those from a quarter of an hour on. */
    static byte[] before(String workspace, String scope, Instant quarter) {
        return ProjectionKey.table(QUARTERS).id(workspace).id(scope).time(quarter).bytes();
    }

    /** The quarter of an hour that a time is in: the widest bucket of which every time zone's days are made up. */
    static Instant quarter(Instant at) {
        return Instant.ofEpochMilli(Math.floorDiv(at.toEpochMilli(), QUARTER) * QUARTER);
    }

    static byte[] total(String workspace, String scope) {
        return ProjectionKey.table(TOTAL).id(workspace).id(scope).octet(COUNT).bytes();
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Topics.CLICKS);
    }

    /** The second: it counts by quarters of an hour. */
    @Override
    public String layout() {
        return "clicks-2";
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        EventRecord event = codec.decode(record.value());
        if (!(event.payload() instanceof LinkClicked(Click click))) {
            return;
        }
        EventHeader header = event.header();
        batch.put(
                ProjectionKey.table(CLICKS)
                        .id(header.workspace())
                        .id(click.linkId())
                        .timeDescending(click.at())
                        .id(click.id())
                        .bytes(),
                record.value());
        if (click.verdict().equals("human")) {
            count(header.workspace(), click.linkId(), click, batch);
            count(header.workspace(), ALL, click, batch);
        }
    }

    private static void count(String workspace, String scope, Click click, ProjectionBatch batch) {
        Instant quarter = quarter(click.at());
        add(workspace, scope, quarter, COUNT, batch);
        batch.add(total(workspace, scope), 1);
        String visitor = click.visitor();
        if (visitor == null) {
            return;
        }
        // The visitor's hash is new every day, so a visitor can be recognised for one day only.
        Instant day = click.at().truncatedTo(ChronoUnit.DAYS);
        byte[] seen =
                ProjectionKey.table(SEEN).id(workspace).id(scope).time(day).id(visitor).bytes();
        if (batch.get(seen) == null) {
            batch.put(seen, NOTHING);
            add(workspace, scope, quarter, UNIQUES, batch);
            batch.add(ProjectionKey.table(TOTAL).id(workspace).id(scope).octet(UNIQUES).bytes(), 1);
        }
    }

    private static void add(
            String workspace, String scope, Instant quarter, int what, ProjectionBatch batch) {
        batch.add(
                ProjectionKey.table(QUARTERS)
                        .id(workspace)
                        .id(scope)
                        .time(quarter)
                        .octet(what)
                        .bytes(),
                1);
    }
}
