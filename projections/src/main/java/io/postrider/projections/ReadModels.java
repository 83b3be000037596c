package io.postrider.projections;

import io.postrider.projections.events.EventQuestions;
import io.postrider.projections.keys.KeyQuestions;
import io.postrider.projections.links.LinkQuestions;
import io.postrider.projections.reading.Question;
import io.postrider.projections.stats.StatsQuestions;
import io.postrider.projections.webhooks.WebhookQuestions;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.reads.Reads;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewRunner;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.json.EventJson;
import io.postrider.schemas.json.LinkJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Every read model of a node: the place to add one. */
public final class ReadModels {

    private static final int READERS = 2;
    private static final int READS_WAITING_MAX = 2_000;

    private final Map<String, Question> questions = new HashMap<>();
    private final List<View> views = new ArrayList<>();

    public ReadModels(ViewStore store, SchemaIds ids, LinkJson links) {
        LinkQuestions linkQuestions =
                new LinkQuestions(
                        store,
                        ids,
                        links,
                        (workspace, link) -> StatsQuestions.clickCount(store, workspace, link));
        StatsQuestions stats =
                new StatsQuestions(
                        store, ids, (workspace, link) -> exists(linkQuestions, workspace, link));
        questions.putAll(linkQuestions.questions());
        questions.putAll(stats.questions());
        questions.putAll(new KeyQuestions(store, ids).questions());
        questions.putAll(new WebhookQuestions(store, ids).questions());
        questions.putAll(new EventQuestions(store, ids, new EventJson(links)).questions());
        views.addAll(LinkQuestions.views(ids));
        views.addAll(StatsQuestions.views(ids));
        views.addAll(KeyQuestions.views(ids));
        views.addAll(WebhookQuestions.views(ids));
        views.addAll(EventQuestions.views(ids));
    }

    /** What a {@link ViewRunner} is to apply to the store. */
    public List<View> views() {
        return List.copyOf(views);
    }

    Map<String, Question> questions() {
        return questions;
    }

    /** Answers questions from the store that the runner writes. */
    public Reads reads(ViewRunner runner) {
        return new LocalReads(questions, runner, readers());
    }

    private static boolean exists(LinkQuestions links, String workspace, String link) {
        Question one = links.questions().get(Questions.LINK);
        return one != null
                && one.answer(
                                new ReadQuestion(
                                        Questions.LINK,
                                        workspace,
                                        Map.of("id", link),
                                        null,
                                        Duration.ZERO))
                        instanceof ReadAnswer.Found;
    }

    private static Executor readers() {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        READERS,
                        READERS,
                        1,
                        TimeUnit.MINUTES,
                        new ArrayBlockingQueue<>(READS_WAITING_MAX),
                        Thread.ofPlatform().daemon().name("reads-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
