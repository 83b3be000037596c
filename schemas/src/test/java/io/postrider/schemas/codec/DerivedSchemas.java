package io.postrider.schemas.codec;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.Callback;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.KeptCompletion;
import io.postrider.schemas.LastSeen;
import io.postrider.schemas.QuotaUse;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.RunLimitSignal;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/** The schema of every subject, derived from the Java records that are written there. */
final class DerivedSchemas {

    private static final String PUBLIC = "io.postrider.v1";

    private final JavadocTexts texts = new JavadocTexts();
    private final Map<String, Schema> bySubject = new LinkedHashMap<>();

    private DerivedSchemas() {
        for (Context context : Context.values()) {
            addContext(context);
        }
        events(
                Topics.CLICKS,
                "ClickEvent",
                "Clicks on short links",
                PayloadTypes.facts(Topics.CLICKS));
        events(
                Topics.LISTINGS,
                "ListingEvent",
                "List calls of API keys",
                PayloadTypes.facts(Topics.LISTINGS));
        events(
                Topics.PUBLISHED,
                "PublishedEvent",
                "Events that callers published, under types of their own",
                PayloadTypes.facts(Topics.PUBLISHED));
        values(Topics.ATTEMPTS.subject(), PUBLIC, Attempt.class);
        values(Topics.CLICKS_RAW.subject(), PUBLIC + ".clicks", RawClick.class);
        values(Topics.DELIVERIES.subject(), PUBLIC + ".deliveries", Delivery.class);
        values(Topics.SECRETS.subject(), PUBLIC + ".secrets", Secret.class);
        values(Topics.LAST_SEEN.subject(), PUBLIC + ".lastseen", LastSeen.class);
        values(Topics.AUDIT.subject(), PUBLIC + ".audit", AuditRecord.class);
        values(Topics.QUOTAS.subject(), PUBLIC + ".quotas", QuotaUse.class);
        values(Topics.COMPLETIONS.subject(), PUBLIC + ".completions", KeptCompletion.class);
        values(Topics.INGEST.subject(), PUBLIC + ".ingest", Callback.class);
        values(Topics.SENDS.subject(), PUBLIC + ".sends", Delivery.class);
        values(Topics.SEND_ATTEMPTS.subject(), PUBLIC + ".sends", Attempt.class);
        values(Topics.EFFECTS.subject(), PUBLIC + ".effects", Delivery.class);
        values(Topics.EFFECT_ATTEMPTS.subject(), PUBLIC + ".effects", Attempt.class);
        values(Topics.TURNS.subject(), PUBLIC + ".turns", RunLimitSignal.class);
        values(Topics.DEAD_LETTERS.subject(), PUBLIC + ".deadletters", DeadLetter.class);
        values(Schemas.OUTCOME_SUBJECT, PUBLIC + ".outcomes", CommandOutcome.class);
    }

    /** By subject, in the order in which subjects get their ids. */
    static Map<String, Schema> all() {
        return new DerivedSchemas().bySubject;
    }

    private void addContext(Context context) {
        Map<String, Class<? extends Record>> commands = PayloadTypes.commands(context);
        bySubject.put(
                context.commands().subject(),
                new RecordSchemas(PUBLIC + ".commands", texts)
                        .envelope(
                                family(commands),
                                perType("Commands for " + context.label()),
                                CommandHeader.class,
                                commands));
        Map<String, Class<? extends Record>> events = PayloadTypes.events(context);
        events(context.events(), family(events), "Events of " + context.label(), events);
        events(
                context.settlements(),
                "Settlement",
                "Results of commands that created no version of a resource",
                PayloadTypes.settlements());
    }

    private void events(
            Topic topic, String name, String doc, Map<String, Class<? extends Record>> types) {
        bySubject.put(
                topic.subject(),
                new RecordSchemas(PUBLIC, texts)
                        .envelope(name, perType(doc), EventHeader.class, types));
    }

    private void values(String subject, String namespace, Class<? extends Record> type) {
        bySubject.put(subject, new RecordSchemas(namespace, texts).record(type));
    }

    /** The name of the sealed interface that the types of a context belong to, for example {@code LinkEvent}. */
    private static String family(Map<String, Class<? extends Record>> types) {
        return types.values().iterator().next().getEnclosingClass().getSimpleName();
    }

    private static String perType(String doc) {
        return doc + ", with a nullable record for each type.";
    }
}
