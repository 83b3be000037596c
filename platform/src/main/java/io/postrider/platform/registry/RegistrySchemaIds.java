package io.postrider.platform.registry;

import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.LockedSchemaIds.Version;
import io.postrider.schemas.codec.SchemaIds;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.Schema;

/**
 * The ids of a registry for the schemas of public topics, read once at the start. Private topics, and values written before
 * there was a registry, have the locked ids, which no registry reaches.
 */
public final class RegistrySchemaIds implements SchemaIds {

    private static final String COMPATIBILITY = "FULL_TRANSITIVE";

    private final LockedSchemaIds locked;
    private final Map<Integer, Integer> registryIds;
    private final Map<Integer, Schema> schemas = new HashMap<>();

    /**
     * Ids that are known already.
     *
     * @param registryIds the registry's id by the locked one
     * @throws IllegalArgumentException if the registry's id could be a locked one, or stands for two schemas
     */
    RegistrySchemaIds(LockedSchemaIds locked, Map<Integer, Integer> registryIds) {
        this.locked = locked;
        this.registryIds = Map.copyOf(registryIds);
        registryIds.forEach(this::add);
    }

    /** Registers every version of every public subject, oldest first, and remembers their ids. */
    static RegistrySchemaIds registered(RegistryClient registry)
            throws IOException, InterruptedException {
        LockedSchemaIds locked = LockedSchemaIds.shipped();
        Set<String> ruled = new HashSet<>();
        Map<Integer, Integer> ids = new HashMap<>();
        for (Version version : publicOnes(locked)) {
            ids.put(version.id(), registry.register(version.subject(), version.schema()));
            if (ruled.add(version.subject())) {
                registry.compatibility(version.subject(), COMPATIBILITY);
            }
        }
        return new RegistrySchemaIds(locked, ids);
    }

    @Override
    public int idOf(String subject, Schema schema) {
        int id = locked.idOf(subject, schema);
        return registryIds.getOrDefault(id, id);
    }

    @Override
    public Schema schemaOf(int id) {
        Schema schema = schemas.get(id);
        return schema == null ? locked.schemaOf(id) : schema;
    }

    /** The registry's ids by the locked ones. */
    Map<Integer, Integer> registryIds() {
        return registryIds;
    }

    private void add(int lockedId, int id) {
        if (id <= 0 || id >= LockedSchemaIds.FIRST_ID) {
            throw new IllegalArgumentException(
                    "schema id of the registry: "
                            + id
                            + " (expected: 1 to "
                            + (LockedSchemaIds.FIRST_ID - 1)
                            + ")");
        }
        Schema schema = locked.schemaOf(lockedId);
        Schema other = schemas.put(id, schema);
        if (other != null && !other.equals(schema)) {
            throw new IllegalArgumentException(
                    "schema id of the registry: " + id + " stands for two schemas");
        }
    }

    private static List<Version> publicOnes(LockedSchemaIds locked) {
        Set<String> subjects =
                Topics.all().stream()
                        .filter(topic -> topic.audience() == Topic.Audience.PUBLIC)
                        .map(Topic::subject)
                        .collect(Collectors.toSet());
        return locked.versions().stream()
                .filter(version -> subjects.contains(version.subject()))
                .toList();
    }
}
