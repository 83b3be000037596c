package io.postrider.projections;

import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.reads.Reads;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Asks about what happened to a link once the lists, which know whether there is one, have come as far as the caller has seen:
 * the two stores are not equally far, and a link that was just made may be missing in the one that is asked second.
 */
final class LinksFirst implements Reads {

    private static final Set<String> ABOUT_A_LINK =
            Set.of(Questions.LINK_CLICKS, Questions.LINK_STATS);

    private final Reads lists;
    private final Reads history;

    LinksFirst(Reads lists, Reads history) {
        this.lists = lists;
        this.history = history;
    }

    @Override
    public CompletionStage<ReadAnswer> ask(ReadQuestion question) {
        return ABOUT_A_LINK.contains(question.name())
                ? lists.ask(link(question)).thenCompose(found -> afterwards(found, question))
                : history.ask(question);
    }

    private CompletionStage<ReadAnswer> afterwards(ReadAnswer link, ReadQuestion question) {
        return link instanceof ReadAnswer.Found
                ? history.ask(question)
                : CompletableFuture.completedStage(link);
    }

    private static ReadQuestion link(ReadQuestion question) {
        return new ReadQuestion(
                Questions.LINK,
                question.workspace(),
                question.tenant(),
                Map.of("id", question.parameters().getOrDefault("id", "-")),
                question.token(),
                question.patience());
    }
}
