package io.postrider.domain.automation;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.Uuids;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The description of a workspace's own event type.
 *
 * @param type the event type, for example {@code order.paid}
 * @param jsonSchema the JSON Schema of the data, as JSON; null for any data
 * @param example the data of an example event, as JSON; null for none
 */
public record OwnEventType(
        String id,
        String workspace,
        String type,
        @Nullable String description,
        @Nullable String jsonSchema,
        @Nullable String example,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /** The names of the fields that can be changed, as in the public interface. */
    static final List<String> FIELDS = List.of("description", "json_schema", "example");

    /** The id of the description of a type, derived from its name. */
    public static String idOf(String workspace, String type) {
        return Id.of(
                IdKind.ETY,
                Uuids.v5(Id.parse(IdKind.WS, workspace).orElseThrow(), "event-type/" + type));
    }

    /**
     * The same with some fields changed.
     *
     * @param changed names as in the public interface
     * @param other has the new values
     */
    public OwnEventType patched(List<String> changed, OwnEventType other, Instant at) {
        return new OwnEventType(
                id,
                workspace,
                type,
                changed.contains("description") ? other.description : description,
                changed.contains("json_schema") ? other.jsonSchema : jsonSchema,
                changed.contains("example") ? other.example : example,
                createdAt,
                at);
    }
}
