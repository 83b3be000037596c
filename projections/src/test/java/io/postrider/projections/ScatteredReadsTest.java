package io.postrider.projections;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.reads.Rows;
import io.postrider.projections.lists.ListOwners;
import io.postrider.projections.lists.ListProjection;
import io.postrider.projections.lists.ScatterQuery;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Four partitions on three nodes, of which this one is {@code here}. */
class ScatteredReadsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String LEFT = "left:1";
    private static final String RIGHT = "right:1";

    private final Map<Integer, String> owners = new HashMap<>();
    private final Map<Integer, String> standbys = new HashMap<>();
    private final Map<String, QueryResult> failures = new HashMap<>();
    private final Map<String, Query> asked = new TreeMap<>();
    private final ScatteredReads reads =
            new ScatteredReads(
                    Map.of(
                            "links",
                            new ScatterQuery(
                                    view(),
                                    question ->
                                            Optional.ofNullable(question.parameters().get("id")),
                                    _ -> failed(),
                                    ScatteredReadsTest::joined)),
                    new Partitions(4),
                    (_, standby) -> standby ? standbys : owners,
                    question -> answer(ListOwners.HERE, question),
                    this::answer);

    @BeforeEach
    void assign() {
        owners.putAll(Map.of(0, ListOwners.HERE, 1, LEFT, 2, RIGHT, 3, LEFT));
        standbys.putAll(Map.of(0, LEFT, 1, RIGHT, 2, ListOwners.HERE, 3, ListOwners.HERE));
    }

    @Test
    void eachOwnerIsAskedOnceForItsPartitions() {
        assertThat(ask(null)).isEqualTo("here[0] left:1[1, 3] right:1[2]");
        assertThat(asked.values()).allMatch(question -> question.token() == null);
    }

    @Test
    void onlyTheOwnerOfThePartitionOfATokenWaitsForIt() {
        ConsistencyToken token = new ConsistencyToken(Context.LINKS, 3, 7);
        assertThat(ask(token)).isEqualTo("here[0] left:1[1, 3] right:1[2]");

        assertThat(asked.get("left:1[1, 3]"))
                .extracting(Query::token, Query::longest)
                .containsExactly(token, PATIENCE);
        for (String other : List.of("here[0]", "right:1[2]")) {
            assertThat(asked.get(other))
                    .extracting(Query::token, Query::longest)
                    .containsExactly(null, Duration.ZERO);
        }
    }

    @Test
    void onlyTheOwnerOfAKeyIsAsked() {
        String key = Id.of(IdKind.KEY, new UUID(1, 2));
        int partition = new Partitions(4).of(key);
        Query one = new Query("links", "ws_1", Map.of("id", key), null, Duration.ZERO);

        assertThat(reads.ask(one).toCompletableFuture().join())
                .isInstanceOf(QueryResult.Found.class);
        assertThat(asked).containsOnlyKeys(owners.get(partition) + "[" + partition + "]");
    }

    @Test
    void aTokenOfAnotherListIsNotWaitedFor() {
        assertThat(ask(new ConsistencyToken(Context.KEYS, 3, 7))).startsWith("here[0]");
        assertThat(asked.values()).allMatch(question -> question.token() == null);
    }

    @Test
    void theStandbyReplicasOfAnOwnerThatDoesNotAnswerAreAsked() {
        failures.put("left:1[1, 3]", new QueryResult.Unavailable());

        assertThat(ask(null))
                .isEqualTo("here[0] here[3]standby right:1[1]standby right:1[2] stale");
    }

    @Test
    void aQuestionWithATokenIsNotAnsweredByStandbyReplicas() {
        failures.put("left:1[1, 3]", new QueryResult.Unavailable());

        assertThat(ask(new ConsistencyToken(Context.LINKS, 0, 7)))
                .isEqualTo(new QueryResult.Unavailable().toString());
    }

    @Test
    void aPageOfWhichAPartIsMissingIsNoPage() {
        failures.put("left:1[1, 3]", new QueryResult.Unavailable());
        standbys.remove(3);
        assertThat(ask(null)).isEqualTo(new QueryResult.Unavailable().toString());

        failures.clear();
        owners.remove(3);
        assertThat(ask(null)).isEqualTo(new QueryResult.Unavailable().toString());

        standbys.put(3, RIGHT);
        failures.put("right:1[3]standby", new QueryResult.Unavailable());
        assertThat(ask(null)).isEqualTo(new QueryResult.Unavailable().toString());
    }

    @Test
    void anOwnersFailureIsTheResponse() {
        for (QueryResult answer :
                List.of(
                        new QueryResult.Behind(),
                        new QueryResult.ShareExceeded(),
                        new QueryResult.CursorMismatch())) {
            failures.put("right:1[2]", answer);
            assertThat(ask(null)).isEqualTo(answer.toString());
        }
    }

    @Test
    void aQuestionForAPartIsAnsweredHere() {
        Query part = question(null).of(new Query.Part(Set.of(1, 2), false));

        assertThat(reads.ask(part).toCompletableFuture().join())
                .isInstanceOf(QueryResult.Part.class);
        assertThat(asked).containsOnlyKeys("here[1, 2]");
    }

    private String ask(@Nullable ConsistencyToken token) {
        asked.clear();
        QueryResult answer = reads.ask(question(token)).toCompletableFuture().join();
        return answer instanceof QueryResult.Found(var body, _, boolean stale)
                ? body.path("parts").asString() + (stale ? " stale" : "")
                : answer.toString();
    }

    private static Query question(@Nullable ConsistencyToken token) {
        return new Query("links", "ws_1", Map.of(), token, PATIENCE);
    }

    private CompletionStage<QueryResult> answer(String node, Query question) {
        Query.Part part = question.part();
        if (part == null) {
            throw new IllegalArgumentException("a whole question");
        }
        String name = node + new TreeSet<>(part.partitions()) + (part.standby() ? "standby" : "");
        asked.put(name, question);
        Rows<ObjectNode> rows =
                new Rows<>(List.of(new Rows.Row<>(new byte[0], Json.object().put("n", name), 1)));
        return CompletableFuture.completedStage(
                failures.getOrDefault(name, new QueryResult.Part(rows, part.standby())));
    }

    private static QueryResult joined(Query question, List<QueryResult.Part> parts) {
        List<String> names =
                parts.stream()
                        .map(part -> part.rows().rows().getFirst().resource())
                        .map(row -> row.path("n").asString())
                        .sorted()
                        .toList();
        return new QueryResult.Found(Json.object().put("parts", String.join(" ", names)), null);
    }

    private static QueryResult failed() {
        throw new IllegalStateException("answered without being asked");
    }

    private static ListProjection view() {
        return new ListProjection(
                Context.LINKS,
                LockedSchemaIds.shipped(),
                Duration.ofDays(30),
                InstantSource.system());
    }
}
