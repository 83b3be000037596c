package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.schemas.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import tools.jackson.databind.JsonNode;

/**
 * Joins the requests for groups with the provider's reports, whichever arrive first, and finds groups by their ids at the
 * provider. Requests and callbacks of an instance are in the same partition. A waiting report is stored as ciphertext, since it
 * contains the subject.
 */
final class GroupIds {

    static final String STORE = "groups";

    private static final String BY_REQUEST = "r/";
    private static final String BY_PROVIDER_ID = "g/";

    private final KeyValueStore<String, byte[]> store;

    /** The changes of the current record, empty for a deletion: they are dropped if the record is set aside. */
    private final Map<String, Optional<byte[]>> changes = new LinkedHashMap<>();

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

    /** Begins with a record. */
    void begin() {
        changes.clear();
    }

    /** Writes what the record changes, once nothing of it can fail any more. */
    void write() {
        changes.forEach((key, value) ->
                value.ifPresentOrElse(bytes -> store.put(key, bytes), () -> store.delete(key)));
        changes.clear();
    }

    /** Notes the request of a group, and returns what the provider has told of it already. */
    Optional<JsonNode> requested(String workspace, String instance, String request, String group) {
        String key = key(instance, request);
        Optional<String> told = text(key);
        if (told.isEmpty()) {
            changes.put(key, Optional.of(group.getBytes(US_ASCII)));
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
            secrets.sealedText(workspace, key, news.toString())
                    .ifPresent(sealed -> changes.put(key, Optional.of(bounded(sealed))));
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

    /** The store has a topic, which takes no larger records. */
    private static byte[] bounded(String sealed) {
        if (sealed.length() > SystemCommands.RECORD_BYTES_MAX) {
            throw new RecordTooLargeException("news of a group of " + sealed.length() + " bytes");
        }
        return sealed.getBytes(US_ASCII);
    }

    private static String key(String instance, String request) {
        return BY_REQUEST + instance + "/" + request;
    }

    private Optional<String> text(String key) {
        Optional<byte[]> changed = changes.get(key);
        return (changed == null ? Optional.ofNullable(store.get(key)) : changed)
                .map(bytes -> new String(bytes, US_ASCII));
    }

    private void join(String instance, String key, JsonNode news, String group) {
        changes.put(key, Optional.empty());
        String providerId = news.path("group_id").asString("");
        if (!providerId.isEmpty()) {
            changes.put(
                    BY_PROVIDER_ID + instance + "/" + providerId,
                    Optional.of(group.getBytes(US_ASCII)));
        }
    }
}
