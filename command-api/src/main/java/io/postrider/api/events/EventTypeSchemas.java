package io.postrider.api.events;

import io.postrider.domain.automation.OwnEventType;
import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.meters.Bounds;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.CompiledSchemas;
import io.postrider.web.route.WorkerPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Validates the data of events against the schemas of their types. */
final class EventTypeSchemas {

    private static final int THREADS = 2;
    private static final int WAITING_MAX = 1_000;

    private final OwnEventTypes types;
    private final CompiledSchemas compiled = new CompiledSchemas();

    /** Schemas of users may be slow, so their validation runs on separate threads. */
    private final WorkerPool threads = new WorkerPool("event-types", THREADS, WAITING_MAX);

    EventTypeSchemas(OwnEventTypes types) {
        this.types = types;
    }

    /** Shows how many validations wait or run, and how many schemas are compiled. */
    void show(Bounds bounds) {
        threads.show(bounds, "event_validations");
        compiled.show(bounds, "compiled_event_type_schemas");
    }

    /** Data of a type. */
    record Typed(String type, String data) {}

    /**
     * The errors in the data of events.
     *
     * @param pointer the JSON pointer of the data of the event with an index
     */
    Mono<List<FieldError>> objections(
            String workspace, List<Typed> events, IntFunction<String> pointer) {
        boolean none = events.stream().allMatch(event -> schema(workspace, event).isEmpty());
        return none ? Mono.just(List.of()) : threads.run(() -> found(workspace, events, pointer));
    }

    private List<FieldError> found(
            String workspace, List<Typed> events, IntFunction<String> pointer) {
        List<FieldError> errors = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            String place = pointer.apply(i);
            Typed event = events.get(i);
            schema(workspace, event)
                    .map(compiled::of)
                    .map(schema ->
                            schema.objections((ObjectNode) Json.mapper().readTree(event.data())))
                    .orElseGet(List::of)
                    .forEach(error ->
                            errors.add(
                                    new FieldError(
                                            place + error.pointer(),
                                            error.code(),
                                            error.detail())));
        }
        return errors;
    }

    private Optional<String> schema(String workspace, Typed event) {
        return types.find(workspace, OwnEventType.idOf(workspace, event.type()))
                .map(OwnEventType::jsonSchema);
    }
}
