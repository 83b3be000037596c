package io.postrider.schemas.codec;

import io.postrider.schemas.NamePrefix;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;

/** The schemas that this version writes, by subject. */
public final class Schemas {

    /** Outcomes live in the decider's store and never in a topic of their own. */
    public static final String OUTCOME_SUBJECT = NamePrefix.of("postrider.outcome");

    private static final Map<String, Schema> CURRENT = new HashMap<>();

    static {
        LockedSchemaIds.shipped()
                .versions()
                .forEach(version -> CURRENT.put(version.subject(), version.schema()));
    }

    private Schemas() {}

    /** Every subject with the schema that this version writes. */
    public static Map<String, Schema> current() {
        return Map.copyOf(CURRENT);
    }

    /** The schema that this version writes under a subject. */
    public static Schema current(String subject) {
        Schema schema = CURRENT.get(subject);
        if (schema == null) {
            throw new IllegalArgumentException("no schema for subject " + subject);
        }
        return schema;
    }
}
