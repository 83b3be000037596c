package io.postrider.schemas.codec;

import io.postrider.schemas.CommandRejected;
import io.postrider.schemas.CommandUnchanged;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.schemas.catalogue.Catalogue;
import java.util.LinkedHashMap;
import java.util.Map;

/** The Java record behind each type name of a topic, in the order of the topic's schema. */
final class PayloadTypes {

    private PayloadTypes() {}

    static Map<String, Class<? extends Record>> events(Context context) {
        Map<String, Class<? extends Record>> types = new LinkedHashMap<>();
        Catalogue.of(context)
                .forEach(entry ->
                        entry.events().forEach(type -> put(types, type.name(), type.type())));
        return types;
    }

    static Map<String, Class<? extends Record>> commands(Context context) {
        Map<String, Class<? extends Record>> types = new LinkedHashMap<>();
        Catalogue.of(context)
                .forEach(entry ->
                        entry.commands().forEach(type -> put(types, type.name(), type.type())));
        return types;
    }

    /** The same for every context, so that the settlements of all contexts have one schema. */
    static Map<String, Class<? extends Record>> settlements() {
        Map<String, Class<? extends Record>> types = new LinkedHashMap<>();
        types.put("command.rejected", CommandRejected.class);
        types.put("command.unchanged", CommandUnchanged.class);
        Catalogue.all()
                .forEach(entry ->
                        entry.settled().forEach(type -> put(types, type.name(), type.type())));
        return types;
    }

    /** The types of a topic of facts. */
    static Map<String, Class<? extends Record>> facts(Topic topic) {
        Map<String, Class<? extends Record>> types = new LinkedHashMap<>();
        Catalogue.facts().stream()
                .filter(fact -> fact.topic().equals(topic))
                .forEach(fact -> types.put(fact.name(), fact.type()));
        return types;
    }

    private static void put(
            Map<String, Class<? extends Record>> types, String name, Class<?> type) {
        types.put(name, type.asSubclass(Record.class));
    }
}
