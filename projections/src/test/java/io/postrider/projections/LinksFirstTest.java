package io.postrider.projections;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.runtime.log.ConsistencyToken;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LinksFirstTest {

    private static final ReadAnswer HISTORY = new ReadAnswer.Found(Json.object().put("h", 1), null);
    private static final ReadAnswer LINK = new ReadAnswer.Found(Json.object(), 1L);
    private static final ConsistencyToken TOKEN = new ConsistencyToken(Context.LINKS, 1, 7);

    private final List<ReadQuestion> ofLists = new ArrayList<>();
    private final CompletableFuture<ReadAnswer> link = new CompletableFuture<>();
    private final LinksFirst reads =
            new LinksFirst(
                    question -> {
                        ofLists.add(question);
                        return link;
                    },
                    _ -> CompletableFuture.completedStage(HISTORY));

    private CompletableFuture<ReadAnswer> ask(String question) {
        return reads.ask(
                        new ReadQuestion(
                                question,
                                "ws_1",
                                Map.of("id", "lnk_1", "limit", "20"),
                                TOKEN,
                                Duration.ofSeconds(2)))
                .toCompletableFuture();
    }

    @Test
    void whatHappenedToALinkIsAskedWhenTheListsKnowIt() {
        CompletableFuture<ReadAnswer> answer = ask(Questions.LINK_CLICKS);
        assertThat(answer).isNotDone();
        assertThat(ofLists)
                .containsExactly(
                        new ReadQuestion(
                                Questions.LINK,
                                "ws_1",
                                Map.of("id", "lnk_1"),
                                TOKEN,
                                Duration.ofSeconds(2)));

        link.complete(LINK);

        assertThat(answer).isCompletedWithValue(HISTORY);
    }

    @Test
    void whyThereIsNoLinkIsAnsweredAsItIs() {
        link.complete(new ReadAnswer.Behind());

        assertThat(ask(Questions.LINK_STATS)).isCompletedWithValue(new ReadAnswer.Behind());
    }

    @Test
    void whatIsAboutNoLinkIsAskedAtOnce() {
        assertThat(ask(Questions.CLICK_STATS)).isCompletedWithValue(HISTORY);
        assertThat(ofLists).isEmpty();
    }
}
