package io.postrider.domain.automation;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.Uuids;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace says of a type of events of its own.
 *
 * @param type for example {@code order.paid}
 * @param jsonSchema of the data of events, as JSON; null for any data
 * @param example the data of an event, as JSON; null for none
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

    /** The id of what is said of a type: the same for all who name the type. */
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
