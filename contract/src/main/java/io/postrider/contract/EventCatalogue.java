package io.postrider.contract;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.kernel.IdKind;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.catalogue.EventType;
import io.postrider.schemas.catalogue.FactType;
import io.postrider.schemas.catalogue.Sample;
import io.postrider.schemas.catalogue.SampleEvents;
import io.postrider.schemas.catalogue.SampleEvents.SampleEvent;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.Rendering;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Every event type that is delivered, with a JSON Schema and an example. */
public final class EventCatalogue {

    private static final Sample SAMPLE = Sample.numbered(1);

    private final EventJson json;

    /**
     * @param baseUrl public address of the service
     * @param shortDomain the host of that address
     */
    public EventCatalogue(String baseUrl, String shortDomain) {
        // What is sealed elsewhere is plain in samples.
        this.json =
                new EventJson(
                        new Rendering(baseUrl, shortDomain, (_, _, text) -> Optional.of(text)));
    }

    /**
     * One type.
     *
     * @param schema of the body that is delivered
     * @param example a body that is delivered
     */
    public record Entry(String type, String description, ObjectNode schema, ObjectNode example) {}

    /** Every type, in a stable order; made anew, so that the caller may change the entries. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        Catalogue.ofWorkspaces().forEach(entry -> addTypes(entry, entries));
        Catalogue.namedFacts().forEach(fact -> entries.add(entry(fact)));
        return entries;
    }

    private void addTypes(AggregateType<?, ?, ?, ?> aggregate, List<Entry> entries) {
        Map<Class<?>, SampleEvent> samples = SampleEvents.of(aggregate, SAMPLE);
        List<ObjectNode> bodies =
                aggregate.events().stream()
                        .map(type ->
                                delivered(
                                        type.name(),
                                        requireNonNull(samples.get(type.type()), type.name())))
                        .toList();
        for (int i = 0; i < bodies.size(); i++) {
            EventType<?> type = aggregate.events().get(i);
            entries.add(entry(type.name(), type.sentence(), bodies.get(i), bodies));
        }
    }

    private Entry entry(FactType<?> fact) {
        List<ObjectNode> bodies =
                fact.samples().stream()
                        .map(payload ->
                                delivered(fact.name(), new SampleEvent(payload, 0, Sample.AT)))
                        .toList();
        return entry(fact.name(), fact.sentence(), bodies.getFirst(), bodies);
    }

    private static Entry entry(
            String type, String sentence, ObjectNode example, List<ObjectNode> all) {
        return new Entry(type, sentence, ExampleSchema.of(example, all, type), example);
    }

    private ObjectNode delivered(String type, SampleEvent event) {
        EventHeader header =
                new EventHeader(
                        SAMPLE.id(IdKind.EVT),
                        type,
                        event.at(),
                        SAMPLE.workspace(),
                        "",
                        event.version(),
                        null,
                        null,
                        null);
        return json.delivered(new EventRecord(header, event.payload())).orElseThrow();
    }

    /** The catalogue as the API answers it. */
    public ObjectNode list() {
        ObjectNode list = Json.object().put("object", "list");
        entries().forEach(entry -> list.withArray("data").add(shown(entry)));
        return list.put("has_more", false).putNull("next_cursor");
    }

    private static ObjectNode shown(Entry entry) {
        ObjectNode node = Json.object();
        node.put("object", "event_type");
        node.put("type", entry.type());
        node.put("own", false);
        node.put("description", entry.description());
        node.set("schema", entry.schema());
        node.set("example", entry.example());
        return node;
    }
}
