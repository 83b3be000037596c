package io.postrider.projections;

import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.threads.FairExecutor;
import io.postrider.platform.threads.LoggedException;
import io.postrider.platform.views.ProjectionStoreException;
import io.postrider.projections.reading.QueryHandler;
import io.postrider.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers from stores of this node, once they have come as far as the token of the question. */
final class LocalReads implements QueryGateway {

    private static final Logger LOGGER = LoggerFactory.getLogger(LocalReads.class);

    private final Map<String, QueryHandler> questions;
    private final List<Followed> stores;
    private final FairExecutor disk;

    /** Waits until the record that a command left is applied; false if it is not in time. */
    @FunctionalInterface
    interface Applied {
        CompletableFuture<Boolean> await(
                String tenant, Topic events, int partition, long command, Duration atMost);
    }

    /**
     * A store that is read.
     *
     * @param topics of which it is made: no other write is ever seen in it, so none is waited for
     */
    record Followed(Set<Topic> topics, Applied applied) {}

    /**
     * @param stores all that the questions read
     * @param disk where the stores are read: bounded, shared between tenants, and no event loop
     */
    LocalReads(Map<String, QueryHandler> questions, List<Followed> stores, FairExecutor disk) {
        this.questions = Map.copyOf(questions);
        this.stores = List.copyOf(stores);
        this.disk = disk;
    }

    @Override
    public CompletionStage<QueryResult> ask(Query question) {
        QueryHandler known = questions.get(question.name());
        if (known == null) {
            throw new IllegalArgumentException("question: " + question.name());
        }
        try {
            return applied(question)
                    .thenApplyAsync(
                            reached -> reached ? known.answer(question) : new QueryResult.Behind(),
                            disk.of(question.tenant()))
                    .exceptionally(error -> unavailable(question, error));
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(unavailable(question, e));
        }
    }

    private CompletableFuture<Boolean> applied(Query question) {
        CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
        ConsistencyToken token = question.token();
        if (token == null) {
            return all;
        }
        Topic events = token.context().events();
        for (Followed store : stores) {
            if (store.topics().contains(events)) {
                CompletableFuture<Boolean> one =
                        store.applied()
                                .await(
                                        question.tenant(),
                                        events,
                                        token.partition(),
                                        token.offset(),
                                        question.longest());
                all = all.thenCombine(one, Boolean::logicalAnd);
            }
        }
        return all;
    }

    private static QueryResult unavailable(Query question, Throwable error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        if (cause instanceof FairExecutor.ShareExceededException) {
            return new QueryResult.ShareExceeded();
        }
        if (cause instanceof ProjectionStoreException
                || cause instanceof RejectedExecutionException) {
            return new QueryResult.Unavailable();
        }
        LOGGER.atError()
                .addKeyValue("question", question.name())
                .setCause(LoggedException.of(cause))
                .log("A query failed");
        return new QueryResult.Unavailable();
    }
}
