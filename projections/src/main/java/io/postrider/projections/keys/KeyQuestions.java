package io.postrider.projections.keys;

import io.postrider.domain.keys.KeyEvent;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.Question;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.json.KeyJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Answers what is asked about API keys. */
public final class KeyQuestions {

    private final ViewStore store;
    private final EventCodec codec;

    public KeyQuestions(ViewStore store, SchemaIds ids) {
        this.store = store;
        this.codec = EventCodec.of(Context.KEYS, ids);
    }

    /** What these answers are read from. */
    public static List<View> views(SchemaIds ids) {
        return List.of(new KeyView(ids));
    }

    /** The questions by name. */
    public Map<String, Question> questions() {
        return Map.of(Questions.KEYS, this::list, Questions.KEY, this::one);
    }

    private ReadAnswer list(ReadQuestion question) {
        return Pages.of(
                store,
                question,
                KeyView.newestFirst(question.workspace()),
                entry -> shown(entry.value()));
    }

    private ReadAnswer one(ReadQuestion question) {
        String id = question.parameters().getOrDefault("id", "-");
        byte[] found = store.get(KeyView.byId(question.workspace(), id));
        if (found == null) {
            return new ReadAnswer.Missing();
        }
        return shown(found)
                .<ReadAnswer>map(node -> new ReadAnswer.Found(node, node.path("version").asLong()))
                .orElseGet(ReadAnswer.Missing::new);
    }

    private Optional<ObjectNode> shown(byte[] stored) {
        EventRecord record = codec.decode(stored);
        return record.payload() instanceof KeyEvent event
                ? Optional.of(KeyJson.of(event.key(), record.header().sequence()))
                : Optional.empty();
    }
}
