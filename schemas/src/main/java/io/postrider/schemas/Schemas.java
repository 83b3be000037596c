package io.postrider.schemas;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/** The schemas that this version writes, by subject. */
public final class Schemas {

    /** Outcomes live in the decider's store and never in a topic of their own. */
    public static final String OUTCOME_SUBJECT = "postrider.outcome";

    private static final Map<String, Schema> CURRENT = new LinkedHashMap<>();

    static {
        for (Context context : Context.values()) {
            CURRENT.put(context.commands().subject(), read("commands-" + context.label()));
            CURRENT.put(context.events().subject(), read("events-" + context.label()));
            CURRENT.put(context.settlements().subject(), read("settlements"));
        }
        CURRENT.put(Topics.CLICKS_RAW.subject(), read("clicks-raw"));
        CURRENT.put(Topics.CLICKS.subject(), read("clicks"));
        CURRENT.put(Topics.LISTINGS.subject(), read("listings"));
        CURRENT.put(Topics.DELIVERIES.subject(), read("deliveries"));
        CURRENT.put(Topics.ATTEMPTS.subject(), read("attempts"));
        CURRENT.put(Topics.SECRETS.subject(), read("secrets"));
        CURRENT.put(Topics.SIGHTINGS.subject(), read("sightings"));
        CURRENT.put(Topics.AUDIT.subject(), read("audit"));
        CURRENT.put(Topics.QUOTAS.subject(), read("quotas"));
        CURRENT.put(Topics.COMPLETIONS.subject(), read("completions"));
        CURRENT.put(OUTCOME_SUBJECT, read("outcome"));
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

    private static Schema read(String name) {
        try (InputStream in = Schemas.class.getResourceAsStream(name + ".avsc")) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name + ".avsc");
            }
            return new Schema.Parser().parse(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + ".avsc", e);
        }
    }
}
