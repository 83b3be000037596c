package io.postrider.projections.webhooks;

import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.json.Json;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers the question for the statistics of attempts, in whole hours. */
final class WebhookStatsQueries {

    private static final Duration USUAL = Duration.ofDays(1);

    private final ProjectionStore store;
    private final InstantSource clock;

    WebhookStatsQueries(ProjectionStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    QueryResult answer(Query question) {
        String label = question.parameters().getOrDefault("group_by", GroupBy.ENDPOINT.label());
        Optional<GroupBy> by = GroupBy.of(label);
        if (by.isEmpty()) {
            return new QueryResult.BadParameter(
                    new FieldError(
                            "group_by",
                            "invalid_value",
                            "Expected endpoint, event_type, status or error."));
        }
        Instant to = time(question.parameters().get("to"), clock.instant());
        Instant from = time(question.parameters().get("from"), to.minus(USUAL));
        SortedMap<String, AttemptCounts> groups = groups(question.workspace(), by.get(), from, to);
        return new QueryResult.Found(body(by.get(), from, to, groups), null);
    }

    private static Instant time(@Nullable String text, Instant otherwise) {
        return text == null ? otherwise : Instant.parse(text);
    }

    private SortedMap<String, AttemptCounts> groups(
            String workspace, GroupBy by, Instant from, Instant to) {
        SortedMap<String, AttemptCounts> groups = new TreeMap<>();
        byte[] prefix = AttemptStatistics.groups(workspace, by);
        byte[] after = AttemptStatistics.before(workspace, by, AttemptStatistics.hour(from));
        ProjectionPage page;
        do {
            page = store.scan(prefix, after, ProjectionStore.LARGEST_PAGE);
            for (ProjectionPage.Entry entry : page.entries()) {
                after = entry.key();
                if (start(after, prefix.length) >= to.toEpochMilli()) {
                    return groups;
                }
                CountedGroup row = CountedGroup.of(entry.value());
                groups.computeIfAbsent(row.name(), _ -> new AttemptCounts()).add(row.counts());
            }
        } while (page.hasMore());
        return groups;
    }

    /** The start of the hour of a row. */
    private static long start(byte[] key, int prefix) {
        return (ByteBuffer.wrap(key).getLong(prefix) ^ Long.MIN_VALUE) * AttemptStatistics.HOUR;
    }

    private static ObjectNode body(
            GroupBy by, Instant from, Instant to, SortedMap<String, AttemptCounts> groups) {
        ObjectNode body = Json.object();
        body.put("object", "stats");
        body.put("group_by", by.label());
        body.put("from", Json.time(from));
        body.put("to", Json.time(to));
        ArrayNode data = body.putArray("data");
        AttemptCounts totals = new AttemptCounts();
        groups.forEach((name, counts) -> {
            totals.add(counts);
            ObjectNode row = Json.object().put(by.label(), name.isEmpty() ? null : name);
            data.add(counted(row, counts));
        });
        body.set("totals", counted(Json.object(), totals));
        return body;
    }

    private static ObjectNode counted(ObjectNode node, AttemptCounts counts) {
        node.put("deliveries", counts.deliveries());
        node.put("attempts", counts.attempts());
        node.put("delivered", counts.delivered());
        node.put("failed", counts.failed());
        addRates(node, counts);
        return node;
    }

    /** The rates of counts; null without attempts. */
    static void addRates(ObjectNode node, AttemptCounts counts) {
        int attempts = counts.attempts();
        OptionalLong p95 = counts.p95();
        node.put(
                "success_rate",
                attempts == 0
                        ? null
                        : (Double)
                                (Math.round(10_000.0 * counts.delivered() / attempts) / 10_000.0));
        node.put("latency_p95_ms", p95.isPresent() ? (Long) p95.getAsLong() : null);
    }
}
