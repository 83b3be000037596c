package io.postrider.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
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
 * the provider. Requests and calls of an instance are in the same partition. The news of a group waits as ciphertext, since it
 * shows the subject.
 */
final class GroupIds {

    static final String STORE = "groups";

    private static final String BY_REQUEST = "r/";
    private static final String BY_PROVIDER_ID = "g/";

    private final KeyValueStore<String, byte[]> store;
    private final Secrets secrets;

    GroupIds(KeyValueStore<String, byte[]> store, Secrets secrets) {
        this.store = store;
        this.secrets = secrets;
    }

    /** The ids in the store of a processor. */
    static GroupIds of(ProcessorContext<?, ?> context, Secrets secrets) {
        return new GroupIds(context.getStateStore(STORE), secrets);
    }

    /** The store, which is small: an entry of a request lasts until both sides have come. */
    static StoreBuilder<KeyValueStore<String, byte[]>> builder() {
        return Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.ByteArray());
    }

    /** Notes the request of a group, and returns what the provider has told of it already. */
    Optional<JsonNode> requested(String workspace, String instance, String request, String group) {
        String key = key(instance, request);
        Optional<String> told = text(key);
        if (told.isEmpty()) {
            store.put(key, group.getBytes(US_ASCII));
            return Optional.empty();
        }
        Optional<JsonNode> news =
                told.flatMap(sealed -> secrets.text(workspace, key, sealed))
                        .map(text -> Json.mapper().readTree(text));
        news.ifPresent(found -> join(instance, key, found, group));
        return news;
    }

    /** Notes what the provider tells under a request, and returns the group if its request is known. */
    Optional<String> told(String workspace, String instance, String request, JsonNode news) {
        String key = key(instance, request);
        Optional<String> found = text(key);
        if (found.isEmpty()) {
            // The store has a topic, which takes no larger records either.
            secrets.sealedText(workspace, key, news.toString())
                    .filter(sealed -> sealed.length() <= Intake.RECORD_BYTES_MAX)
                    .ifPresent(sealed -> store.put(key, sealed.getBytes(US_ASCII)));
        }
        // Other than a group it is the same news, told twice.
        Optional<String> group = found.filter(text -> Id.isA(IdKind.GRP, text));
        group.ifPresent(id -> join(instance, key, news, id));
        return group;
    }

    /** The group with an id at the provider. */
    Optional<String> find(String instance, String providerId) {
        return text(BY_PROVIDER_ID + instance + "/" + providerId);
    }

    private static String key(String instance, String request) {
        return BY_REQUEST + instance + "/" + request;
    }

    private Optional<String> text(String key) {
        return Optional.ofNullable(store.get(key)).map(bytes -> new String(bytes, US_ASCII));
    }

    private void join(String instance, String key, JsonNode news, String group) {
        store.delete(key);
        String providerId = news.path("group_id").asString("");
        if (!providerId.isEmpty()) {
            store.put(BY_PROVIDER_ID + instance + "/" + providerId, group.getBytes(US_ASCII));
        }
    }
}
