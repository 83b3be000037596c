package io.postrider.api;

import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Rendering;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The read models over the events of a {@link FakeLog}, up to date for each question unless told otherwise. */
public final class TestReads implements QueryGateway, AutoCloseable {

    private final FakeLog log;
    private final Path folder;
    private final InstantSource clock;
    private final Rendering.Opener opener;
    private final List<Query> asked = new CopyOnWriteArrayList<>();
    private final List<AuditRecord> notes = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private volatile @Nullable QueryResult instead;
    private volatile Function<Query, Optional<QueryResult>> chosen = _ -> Optional.empty();
    private volatile Following following = Following.LOG;
    private volatile CompletionStage<?> before = CompletableFuture.completedStage(null);
    private @Nullable TestModels models;
    private int applied;
    private boolean closed;

    private enum Following {
        LOG,
        TOKENS,
        NOTHING
    }

    /** @param folder for the stores, which the first question opens */
    TestReads(FakeLog log, Path folder, InstantSource clock, Rendering.Opener opener) {
        this.log = log;
        this.folder = folder;
        this.clock = clock;
        this.opener = opener;
    }

    /** The questions so far, oldest first. */
    public List<Query> asked() {
        return List.copyOf(asked);
    }

    /** The last question. */
    public Query last() {
        return asked.getLast();
    }

    /** Answers each question in this way from now on; null answers as the read models do. */
    public void answerInstead(@Nullable QueryResult answer) {
        instead = answer;
    }

    /** Answers a question in this way from now on where the function has an answer, and else as the read models do. */
    public void answerBy(Function<Query, Optional<QueryResult>> answers) {
        chosen = answers;
    }

    /** Applies events from now on only for a question that waits for a write. */
    public void applyOnlyTheAwaited() {
        following = Following.TOKENS;
    }

    /** Applies no more events, so that each wait for a write is too short. */
    public void applyNothing() {
        following = Following.NOTHING;
    }

    /** Answers questions from now on when the stage is complete. */
    public void answerAfter(CompletionStage<?> stage) {
        before = stage;
    }

    /** Applies an entry of the audit that is no event. */
    public synchronized void apply(AuditRecord note) {
        notes.add(note);
    }

    /** Applies the outcome of a delivery. */
    public synchronized void apply(Attempt attempt) {
        attempts.add(attempt);
    }

    @Override
    public CompletionStage<QueryResult> ask(Query question) {
        asked.add(question);
        QueryResult other = chosen.apply(question).orElse(instead);
        return before.thenApply(_ -> other == null ? answer(question) : other);
    }

    private synchronized QueryResult answer(Query question) {
        boolean waits = question.token() != null;
        if (closed) {
            return new QueryResult.Unavailable();
        }
        if (waits && following == Following.NOTHING) {
            return new QueryResult.Behind();
        }
        TestModels opened = models == null ? new TestModels(folder, clock, opener) : models;
        models = opened;
        if (waits || following == Following.LOG) {
            catchUp(opened);
        }
        return opened.answer(question);
    }

    private void catchUp(TestModels opened) {
        List<EventRecord> events = log.events();
        events.subList(applied, events.size()).forEach(opened::apply);
        applied = events.size();
        notes.forEach(opened::apply);
        notes.clear();
        attempts.forEach(opened::apply);
        attempts.clear();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (models != null) {
            models.close();
        }
    }
}
