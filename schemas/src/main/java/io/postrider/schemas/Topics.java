package io.postrider.schemas;

import static java.util.Objects.requireNonNull;

import io.postrider.schemas.Topic.Audience;
import io.postrider.schemas.Topic.Cleanup;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The catalogue of every topic that Postrider creates, in one place. */
public final class Topics {

    /** Raw clicks, keyed by lane; private because they contain addresses. */
    public static final Topic CLICKS_RAW =
            topic(
                    "postrider.clicks.raw.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(7),
                    true);

    /** Public, deduplicated clicks, keyed by link. */
    public static final Topic CLICKS =
            topic(
                    "postrider.clicks.v1",
                    Audience.PUBLIC,
                    Cleanup.DELETE,
                    Duration.ofDays(90),
                    true);

    /** One record per list call of a key, keyed by workspace. */
    public static final Topic LISTINGS =
            topic(
                    "postrider.listings.v1",
                    Audience.PUBLIC,
                    Cleanup.DELETE,
                    Duration.ofDays(30),
                    true);

    /** Events that callers published, with the caller's key, or else keyed by workspace. */
    public static final Topic PUBLISHED =
            topic(
                    "postrider.published.v1",
                    Audience.PUBLIC,
                    Cleanup.DELETE,
                    Duration.ofDays(90),
                    true);

    /** One record per event and endpoint that is to receive it, keyed by endpoint. */
    public static final Topic DELIVERIES =
            topic(
                    "postrider.deliveries.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(30),
                    true);

    /** One record per outcome of a delivery attempt, keyed by endpoint. */
    public static final Topic ATTEMPTS =
            topic(
                    "postrider.attempts.v1",
                    Audience.PUBLIC,
                    Cleanup.DELETE,
                    Duration.ofDays(30),
                    true);

    /** Wrapped data keys, keyed by subject and creation, in the subject's partition; a tombstone destroys one. */
    public static final Topic SECRETS =
            topic("postrider.secrets.v1", Audience.PRIVATE, Cleanup.COMPACT, null, true);

    /** Last-seen times of keys and sessions, keyed by secret or session; a loss of the newest ones does no harm. */
    public static final Topic LAST_SEEN =
            topic("postrider.last-seen.v1", Audience.PRIVATE, Cleanup.COMPACT, null, false);

    /**
     * Audit entries that are not events: denied requests and account activity; keyed by workspace. The retention is a setting.
     */
    public static final Topic AUDIT =
            topic(
                    "postrider.audit.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(365),
                    true);

    /** Requests per minute of callers, keyed by caller; an hour is longer than any reader needs. */
    public static final Topic QUOTAS =
            topic(
                    "postrider.quotas.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofHours(1),
                    false);

    /** Responses of completions with an Idempotency-Key, keyed by its scope; sealed. */
    public static final Topic COMPLETIONS =
            topic(
                    "postrider.completions.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(7),
                    true);

    /** Callbacks of providers as received, sealed, keyed by instance. */
    public static final Topic INGEST =
            topic(
                    "postrider.ingest.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(7),
                    true);

    /** One record per message that is to be sent, keyed by instance. */
    public static final Topic SENDS =
            topic(
                    "postrider.sends.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(30),
                    true);

    /** One record per outcome of an attempt to send a message, keyed by instance. */
    public static final Topic SEND_ATTEMPTS =
            topic(
                    "postrider.send-attempts.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(30),
                    true);

    /** One record per effect that a run asks for, keyed by rule; sealed. */
    public static final Topic EFFECTS =
            topic(
                    "postrider.effects.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(30),
                    true);

    /** One record per outcome of an attempt of an effect, keyed by rule. */
    public static final Topic EFFECT_ATTEMPTS =
            topic(
                    "postrider.effect-attempts.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(30),
                    true);

    /** One record per limited run that begins, waits or has ended, keyed by rule; sealed. */
    public static final Topic TURNS =
            topic("postrider.turns.v1", Audience.PRIVATE, Cleanup.DELETE, Duration.ofDays(7), true);

    /** Records that an application could not process, keyed by application, topic, partition and offset. */
    public static final Topic DEAD_LETTERS =
            topic(
                    "postrider.dead-letters.v1",
                    Audience.PRIVATE,
                    Cleanup.COMPACT_DELETE,
                    Duration.ofDays(30),
                    true);

    /** Records that an application is to process again, unchanged. */
    public static final Topic RETRIES =
            topic(
                    "postrider.retries.v1",
                    Audience.PRIVATE,
                    Cleanup.DELETE,
                    Duration.ofDays(30),
                    true);

    private static final Map<Context, Topic> COMMANDS = new EnumMap<>(Context.class);
    private static final Map<Context, Topic> EVENTS = new EnumMap<>(Context.class);
    private static final Map<Context, Topic> SETTLEMENTS = new EnumMap<>(Context.class);

    static {
        for (Context context : Context.values()) {
            COMMANDS.put(
                    context,
                    topic(
                            "postrider.commands." + context.label() + ".v1",
                            Audience.PRIVATE,
                            Cleanup.DELETE,
                            Duration.ofDays(7),
                            true));
            EVENTS.put(
                    context,
                    topic(
                            "postrider.events." + context.label() + ".v1",
                            context.audience(),
                            Cleanup.DELETE,
                            null,
                            true));
            SETTLEMENTS.put(
                    context,
                    topic(
                            "postrider.settlements." + context.label() + ".v1",
                            Audience.PRIVATE,
                            Cleanup.DELETE,
                            // Longer than the commands, including segments that outlive their
                            // retention.
                            Duration.ofDays(30),
                            true));
        }
    }

    private Topics() {}

    private static Topic topic(
            String name,
            Audience audience,
            Cleanup cleanup,
            @Nullable Duration retention,
            boolean record) {
        return new Topic(NamePrefix.of(name), audience, cleanup, retention, record);
    }

    /** The topic of a context's commands. */
    public static Topic commands(Context context) {
        return requireNonNull(COMMANDS.get(context));
    }

    /** The topic of a context's events. */
    public static Topic events(Context context) {
        return requireNonNull(EVENTS.get(context));
    }

    /** The topic of a context's settlements: results of commands that created no version of a resource. */
    public static Topic settlements(Context context) {
        return requireNonNull(SETTLEMENTS.get(context));
    }

    /** Every topic, in the order in which they are created. */
    public static List<Topic> all() {
        return Stream.of(
                        COMMANDS.values().stream(),
                        EVENTS.values().stream(),
                        SETTLEMENTS.values().stream(),
                        Stream.of(
                                CLICKS_RAW,
                                CLICKS,
                                LISTINGS,
                                PUBLISHED,
                                DELIVERIES,
                                ATTEMPTS,
                                SECRETS,
                                LAST_SEEN,
                                AUDIT,
                                QUOTAS,
                                COMPLETIONS,
                                INGEST,
                                SENDS,
                                SEND_ATTEMPTS,
                                EFFECTS,
                                EFFECT_ATTEMPTS,
                                TURNS,
                                DEAD_LETTERS,
                                RETRIES))
                .flatMap(topics -> topics)
                .toList();
    }
}
