package io.postrider.projections;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.reads.NodeReads;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Projection;
import io.postrider.projections.lists.ListOwners;
import io.postrider.projections.lists.ScatterQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers queries whose partitions are divided among the nodes. Each owner of partitions is queried for its part; the result is
 * joined from all parts, or fails.
 */
final class ScatteredReads implements QueryGateway {

    private static final String NONE = "none";

    private final Map<String, ScatterQuery> questions;
    private final Partitions partitions;
    private final ListOwners owners;
    private final QueryGateway here;
    private final NodeReads nodes;

    /**
     * @param here answers for the partitions of this node
     */
    ScatteredReads(
            Map<String, ScatterQuery> questions,
            Partitions partitions,
            ListOwners owners,
            QueryGateway here,
            NodeReads nodes) {
        this.questions = Map.copyOf(questions);
        this.partitions = partitions;
        this.owners = owners;
        this.here = here;
        this.nodes = nodes;
    }

    @Override
    public CompletionStage<QueryResult> ask(Query question) {
        ScatterQuery asked = questions.get(question.name());
        if (asked == null || question.part() != null) {
            return here.ask(question);
        }
        Set<Integer> read =
                asked.key()
                        .apply(question)
                        .map(key -> Set.of(partitions.of(key)))
                        .orElseGet(this::all);
        return parts(question, asked.view(), new Query.Part(read, false))
                .thenApply(answers -> joined(question, asked, answers));
    }

    private Set<Integer> all() {
        return IntStream.range(0, partitions.count()).boxed().collect(toSet());
    }

    private static QueryResult joined(
            Query question, ScatterQuery asked, List<QueryResult> answers) {
        List<QueryResult.Part> parts = new ArrayList<>();
        for (QueryResult answer : answers) {
            if (!(answer instanceof QueryResult.Part part)) {
                return answer;
            }
            parts.add(part);
        }
        QueryResult joined = asked.joined().apply(question, parts);
        return joined instanceof QueryResult.Found found
                ? new QueryResult.Found(
                        found.body(),
                        found.version(),
                        parts.stream().anyMatch(QueryResult.Part::stale))
                : joined;
    }

    /** One result for each owner of partitions of a part. */
    private CompletableFuture<List<QueryResult>> parts(
            Query question, Projection view, Query.Part part) {
        Map<Integer, String> assigned = owners.of(view, part.standby());
        List<CompletableFuture<List<QueryResult>>> shares =
                part.partitions().stream()
                        .collect(
                                groupingBy(
                                        partition -> assigned.getOrDefault(partition, NONE),
                                        toSet()))
                        .entrySet()
                        .stream()
                        .map(share -> {
                            var asked = new Query.Part(share.getValue(), part.standby());
                            return share(share.getKey(), question, view, asked);
                        })
                        .toList();
        return CompletableFuture.allOf(shares.toArray(CompletableFuture[]::new))
                .thenApply(_ -> shares.stream().flatMap(share -> share.join().stream()).toList());
    }

    /** The answer of one owner, or those of the standby replicas in its place. */
    private CompletableFuture<List<QueryResult>> share(
            String owner, Query question, Projection view, Query.Part part) {
        boolean waits = waits(question.token(), view, part.partitions());
        Query asked = (waits ? question : question.withoutToken()).of(part);
        return ask(owner, asked)
                .thenCompose(answer ->
                        answer instanceof QueryResult.Unavailable
                                        && !part.standby()
                                        && question.token() == null
                                ? parts(question, view, new Query.Part(part.partitions(), true))
                                : CompletableFuture.completedFuture(List.of(answer)))
                .toCompletableFuture();
    }

    private CompletionStage<QueryResult> ask(String owner, Query question) {
        return switch (owner) {
            case NONE -> CompletableFuture.completedStage(new QueryResult.Unavailable());
            case ListOwners.HERE -> here.ask(question);
            default -> nodes.ask(owner, question);
        };
    }

    /** Only the owner of the partition of a token waits for it. */
    private static boolean waits(
            @Nullable ConsistencyToken token, Projection view, Set<Integer> partitions) {
        return token != null
                && view.topics().contains(token.context().events())
                && partitions.contains(token.partition());
    }
}
