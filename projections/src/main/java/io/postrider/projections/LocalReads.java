package io.postrider.projections;

import io.postrider.projections.reading.Question;
import io.postrider.runtime.log.ConsistencyToken;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.reads.Reads;
import io.postrider.runtime.views.ViewRunner;
import io.postrider.runtime.views.ViewStoreException;
import io.postrider.schemas.Topic;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers from this node's own store, once it has come as far as the question's token. */
final class LocalReads implements Reads {

    private static final Logger LOGGER = LoggerFactory.getLogger(LocalReads.class);

    private final Map<String, Question> questions;
    private final ViewRunner runner;
    private final Set<Topic> followed;
    private final FairExecutor disk;

    /**
     * @param followed what the runner's views are made of: no other write is ever seen in them, so none is waited for
     * @param disk where the store is read: bounded, shared between tenants, and no event loop
     */
    LocalReads(
            Map<String, Question> questions,
            ViewRunner runner,
            Set<Topic> followed,
            FairExecutor disk) {
        this.questions = Map.copyOf(questions);
        this.runner = runner;
        this.followed = Set.copyOf(followed);
        this.disk = disk;
    }

    @Override
    public CompletionStage<ReadAnswer> ask(ReadQuestion question) {
        Question known = questions.get(question.name());
        if (known == null) {
            throw new IllegalArgumentException("question: " + question.name());
        }
        ConsistencyToken token = question.token();
        CompletableFuture<Boolean> ready =
                token == null || !followed.contains(token.context().events())
                        ? CompletableFuture.completedFuture(true)
                        : runner.awaitCommand(
                                question.tenant(),
                                token.context().events(),
                                token.partition(),
                                token.offset(),
                                question.patience());
        try {
            return ready.thenApplyAsync(
                            reached -> reached ? known.answer(question) : new ReadAnswer.Behind(),
                            disk.of(question.tenant()))
                    .exceptionally(error -> unavailable(question, error));
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(unavailable(question, e));
        }
    }

    private static ReadAnswer unavailable(ReadQuestion question, Throwable error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        if (cause instanceof FairExecutor.ShareExceededException) {
            return new ReadAnswer.ShareExceeded();
        }
        if (cause instanceof ViewStoreException || cause instanceof RejectedExecutionException) {
            return new ReadAnswer.Unavailable();
        }
        LOGGER.atError()
                .addKeyValue("question", question.name())
                .setCause(cause)
                .log("A question could not be answered");
        return new ReadAnswer.Unavailable();
    }
}
