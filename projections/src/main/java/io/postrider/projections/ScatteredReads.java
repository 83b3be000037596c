package io.postrider.projections;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.postrider.platform.log.ConsistencyToken;
import io.postrider.platform.log.Partitions;
import io.postrider.platform.reads.NodeReads;
import io.postrider.platform.reads.ReadAnswer;
import io.postrider.platform.reads.ReadQuestion;
import io.postrider.platform.reads.Reads;
import io.postrider.platform.views.View;
import io.postrider.projections.lists.ListOwners;
import io.postrider.projections.lists.PartedQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions whose partitions are divided among the nodes. Each owner of partitions is asked for its part, and the
 * answer is joined from the parts of all partitions or is none.
 */
final class ScatteredReads implements Reads {

    private static final String NONE = "none";

    private final Map<String, PartedQuestion> questions;
    private final Partitions partitions;
    private final ListOwners owners;
    private final Reads here;
    private final NodeReads nodes;

    /**
     * @param here answers for the partitions of this node
     */
    ScatteredReads(
            Map<String, PartedQuestion> questions,
            Partitions partitions,
            ListOwners owners,
            Reads here,
            NodeReads nodes) {
        this.questions = Map.copyOf(questions);
        this.partitions = partitions;
        this.owners = owners;
        this.here = here;
        this.nodes = nodes;
    }

    @Override
    public CompletionStage<ReadAnswer> ask(ReadQuestion question) {
        PartedQuestion asked = questions.get(question.name());
        if (asked == null || question.part() != null) {
            return here.ask(question);
        }
        Set<Integer> read =
                asked.key()
                        .apply(question)
                        .map(key -> Set.of(partitions.of(key)))
                        .orElseGet(this::all);
        return parts(question, asked.view(), new ReadQuestion.Part(read, false))
                .thenApply(answers -> joined(question, asked, answers));
    }

    private Set<Integer> all() {
        return IntStream.range(0, partitions.count()).boxed().collect(toSet());
    }

    private static ReadAnswer joined(
            ReadQuestion question, PartedQuestion asked, List<ReadAnswer> answers) {
        List<ReadAnswer.Part> parts = new ArrayList<>();
        for (ReadAnswer answer : answers) {
            if (!(answer instanceof ReadAnswer.Part part)) {
                return answer;
            }
            parts.add(part);
        }
        ReadAnswer joined = asked.joined().apply(question, parts);
        return joined instanceof ReadAnswer.Found found
                ? new ReadAnswer.Found(
                        found.body(),
                        found.version(),
                        parts.stream().anyMatch(ReadAnswer.Part::stale))
                : joined;
    }

    /** One answer for each owner of partitions of a part. */
    private CompletableFuture<List<ReadAnswer>> parts(
            ReadQuestion question, View view, ReadQuestion.Part part) {
        Map<Integer, String> assigned = owners.of(view, part.standby());
        List<CompletableFuture<List<ReadAnswer>>> shares =
                part.partitions().stream()
                        .collect(
                                groupingBy(
                                        partition -> assigned.getOrDefault(partition, NONE),
                                        toSet()))
                        .entrySet()
                        .stream()
                        .map(share -> {
                            var asked = new ReadQuestion.Part(share.getValue(), part.standby());
                            return share(share.getKey(), question, view, asked);
                        })
                        .toList();
        return CompletableFuture.allOf(shares.toArray(CompletableFuture[]::new))
                .thenApply(_ -> shares.stream().flatMap(share -> share.join().stream()).toList());
    }

    /** The answer of one owner, or those of the standby replicas in its place. */
    private CompletableFuture<List<ReadAnswer>> share(
            String owner, ReadQuestion question, View view, ReadQuestion.Part part) {
        boolean waits = waits(question.token(), view, part.partitions());
        ReadQuestion asked = (waits ? question : question.withoutToken()).of(part);
        return ask(owner, asked)
                .thenCompose(answer ->
                        answer instanceof ReadAnswer.Unavailable
                                        && !part.standby()
                                        && question.token() == null
                                ? parts(
                                        question,
                                        view,
                                        new ReadQuestion.Part(part.partitions(), true))
                                : CompletableFuture.completedFuture(List.of(answer)))
                .toCompletableFuture();
    }

    private CompletionStage<ReadAnswer> ask(String owner, ReadQuestion question) {
        return switch (owner) {
            case NONE -> CompletableFuture.completedStage(new ReadAnswer.Unavailable());
            case ListOwners.HERE -> here.ask(question);
            default -> nodes.ask(owner, question);
        };
    }

    /** Only the owner of the partition of a token waits for it. */
    private static boolean waits(
            @Nullable ConsistencyToken token, View view, Set<Integer> partitions) {
        return token != null
                && view.topics().contains(token.context().events())
                && partitions.contains(token.partition());
    }
}
