package io.postrider.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.schemas.json.Json;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import tools.jackson.databind.JsonNode;

/**
 * Joins the requests for groups with what the provider tells of them, whichever comes first, and finds groups by their ids at
 * the provider. Requests and calls of an instance are in the same partition.
 */
final class GroupIds {

    static final String STORE = "groups";

    private static final String BY_REQUEST = "r/";
    private static final String BY_PROVIDER_ID = "g/";

    private final KeyValueStore<String, byte[]> store;

    GroupIds(ProcessorContext<?, ?> context) {
        this.store = context.getStateStore(STORE);
    }

    /** The store, which is small: an entry of a request lasts until both sides have come. */
    static StoreBuilder<KeyValueStore<String, byte[]>> builder() {
        return Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.ByteArray());
    }

    /** Notes the request of a group, and returns what the provider has told of it already. */
    Optional<JsonNode> requested(String instance, String request, String group) {
        String key = BY_REQUEST + instance + "/" + request;
        byte[] told = store.get(key);
        if (told == null) {
            store.put(key, group.getBytes(UTF_8));
            return Optional.empty();
        }
        JsonNode news = Json.mapper().readTree(told);
        join(instance, key, news, group);
        return Optional.of(news);
    }

    /** Notes what the provider tells under a request, and returns the group if its request is known. */
    Optional<String> told(String instance, String request, JsonNode news) {
        String key = BY_REQUEST + instance + "/" + request;
        byte[] found = store.get(key);
        if (found == null) {
            store.put(key, news.toString().getBytes(UTF_8));
            return Optional.empty();
        }
        String group = new String(found, UTF_8);
        if (group.startsWith("{")) {
            // Told twice.
            return Optional.empty();
        }
        join(instance, key, news, group);
        return Optional.of(group);
    }

    /** The group with an id at the provider. */
    Optional<String> find(String instance, String providerId) {
        return Optional.ofNullable(store.get(BY_PROVIDER_ID + instance + "/" + providerId))
                .map(group -> new String(group, UTF_8));
    }

    private void join(String instance, String key, JsonNode news, String group) {
        store.delete(key);
        String providerId = news.path("group_id").asString("");
        if (!providerId.isEmpty()) {
            store.put(BY_PROVIDER_ID + instance + "/" + providerId, group.getBytes(UTF_8));
        }
    }
}
