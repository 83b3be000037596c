package io.postrider.projections;

import io.postrider.projections.events.AuditQuestions;
import io.postrider.projections.events.EventQuestions;
import io.postrider.projections.keys.KeyQuestions;
import io.postrider.projections.links.LinkQuestions;
import io.postrider.projections.reading.Question;
import io.postrider.projections.stats.StatsQuestions;
import io.postrider.projections.webhooks.WebhookQuestions;
import io.postrider.runtime.limits.SharedCapacity;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.reads.Reads;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewRunner;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topic;
import io.postrider.schemas.catalogue.Rendering;
import io.postrider.schemas.json.EventJson;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Every read model of a node: the place to add one. */
public final class ReadModels {

    private static final int READERS = 2;
    private static final int READS_WAITING_MAX = 2_000;

    private final Map<String, Question> listQuestions = new HashMap<>();
    private final Map<String, Question> historyQuestions = new HashMap<>();
    private final List<View> lists = new ArrayList<>();
    private final List<View> history = new ArrayList<>();

    /**
     * Puts the read models together.
     *
     * @param lists keeps what there is, and changes as callers change it
     * @param history keeps all that ever happened, which is as much as there are visitors; apart, so that no crowd of them
     *     holds up a list
     * @param auditKept how long the audit keeps entries that are no events
     */
    public ReadModels(
            ViewStore lists,
            ViewStore history,
            SchemaIds ids,
            Rendering rendering,
            Duration auditKept,
            InstantSource clock) {
        LinkQuestions linkQuestions =
                new LinkQuestions(
                        lists,
                        ids,
                        rendering,
                        (workspace, link) -> StatsQuestions.clickCount(history, workspace, link));
        listQuestions.putAll(linkQuestions.questions());
        listQuestions.putAll(new KeyQuestions(lists, ids).questions());
        listQuestions.putAll(new WebhookQuestions(lists, ids).questions());
        this.lists.addAll(LinkQuestions.views(ids));
        this.lists.addAll(KeyQuestions.views(ids));
        this.lists.addAll(WebhookQuestions.views(ids));
        historyQuestions.putAll(
                new StatsQuestions(
                                history,
                                ids,
                                (workspace, link) -> exists(linkQuestions, workspace, link))
                        .questions());
        EventJson json = new EventJson(rendering);
        EventQuestions events = new EventQuestions(history, ids, json);
        AuditQuestions audit = new AuditQuestions(history, ids, json, auditKept, clock);
        historyQuestions.putAll(events.questions());
        historyQuestions.putAll(audit.questions());
        this.history.addAll(StatsQuestions.views(ids));
        this.history.addAll(events.views());
        this.history.addAll(audit.views());
    }

    /** What a {@link ViewRunner} is to apply to the store of lists. */
    public List<View> lists() {
        return List.copyOf(lists);
    }

    /** What a {@link ViewRunner} is to apply to the store of what happened. */
    public List<View> history() {
        return List.copyOf(history);
    }

    Map<String, Question> questions() {
        Map<String, Question> all = new HashMap<>(listQuestions);
        all.putAll(historyQuestions);
        return all;
    }

    /** Answers questions from the stores that the runners write. */
    public Reads reads(ViewRunner listRunner, ViewRunner historyRunner) {
        FairExecutor disk =
                new FairExecutor(readers(), SharedCapacity.ofTenants(READS_WAITING_MAX));
        Reads ofLists = new LocalReads(listQuestions, listRunner, followed(lists), disk);
        Reads ofHistory =
                new LinksFirst(
                        ofLists,
                        new LocalReads(historyQuestions, historyRunner, followed(history), disk));
        return question ->
                (historyQuestions.containsKey(question.name()) ? ofHistory : ofLists).ask(question);
    }

    private static Set<Topic> followed(List<View> views) {
        return views.stream()
                .flatMap(view -> view.topics().stream())
                .collect(Collectors.toUnmodifiableSet());
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

    /** Its queue is bounded by the places of the {@link FairExecutor} before it. */
    private static Executor readers() {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        READERS,
                        READERS,
                        1,
                        TimeUnit.MINUTES,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("reads-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
