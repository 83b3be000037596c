package io.postrider.domain.automation;

import io.postrider.domain.kernel.Resource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A rule: the actions that follow certain events.
 *
 * @param externalId the caller's own id of the rule; null for none
 * @param draft the draft as JSON of trigger, filter, flow and actions, which takes effect when it is published
 * @param versions the newest 10 published versions, as far as they fit into an event, newest first
 * @param stateReason the reason of a pause; null for none
 * @param pauses the newest 50 pauses, newest first
 */
public record Rule(
        String id,
        String workspace,
        String name,
        @Nullable String externalId,
        String draft,
        List<RuleVersion> versions,
        RuleState state,
        @Nullable String stateReason,
        List<RulePause> pauses,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /** The reason of the pause of a rule whose runs cause one another. */
    public static final String LOOPS = "loop";

    /** The reason of the pause of a rule that took too much of the processors. */
    public static final String RESTS = "cpu";

    /** The reason of the pause of a rule whose publisher's key was revoked. */
    public static final String KEY_REVOKED = "key_revoked";

    private static final Duration REST = Duration.ofMinutes(5);

    static final int VERSIONS_KEPT = 10;

    /** Number of pauses of a rule that are kept. */
    public static final int PAUSES_KEPT = 50;

    /** Maximum size of all definitions in an event together, in bytes. */
    static final int DEFINITIONS_BYTES_MAX = 160 << 10;

    public Rule {
        versions = List.copyOf(versions);
        pauses = List.copyOf(pauses);
        metadata = Map.copyOf(metadata);
    }

    /** A rule without content. */
    public static Rule blank(String id, String workspace, Instant at) {
        return new Rule(
                id,
                workspace,
                "",
                null,
                "{}",
                List.of(),
                RuleState.DRAFT,
                null,
                List.of(),
                Map.of(),
                at,
                at);
    }

    /** The version in force; empty before the first publication. A paused rule has one too. */
    public Optional<RuleVersion> published() {
        return versions.stream().findFirst();
    }

    /** A version that is kept. */
    public Optional<RuleVersion> version(int number) {
        return versions.stream().filter(version -> version.number() == number).findFirst();
    }

    /** The version that was in force at a time; empty if none was, or if it is not kept. */
    public Optional<RuleVersion> versionAt(Instant at) {
        return versions.stream().filter(version -> !version.publishedAt().isAfter(at)).findFirst();
    }

    /** The pause that lasts; empty while the rule is not paused. */
    public Optional<RulePause> pause() {
        return state == RuleState.PAUSED ? pauses.stream().findFirst() : Optional.empty();
    }

    /** The pause at a time; empty if there was none, or if it is not kept. */
    public Optional<RulePause> pauseAt(Instant at) {
        return pauses.stream().filter(pause -> pause.isAt(at)).findFirst();
    }

    /** Whether the rule is paused because it has used its share of the processors. */
    public boolean isResting() {
        return state == RuleState.PAUSED && RESTS.equals(stateReason);
    }

    /** The end of such a pause. */
    public Instant restsUntil() {
        return pause().map(RulePause::from).orElse(updatedAt).plus(REST);
    }

    Rule touchedAt(Instant at) {
        return with(state, stateReason, pauses, at);
    }

    /** The rule as it acts no more. */
    Rule paused(@Nullable String reason, Instant at) {
        List<RulePause> kept = new ArrayList<>();
        kept.add(new RulePause(reason, at, null));
        pausesEnded(at).stream().limit(PAUSES_KEPT - 1).forEach(kept::add);
        return with(RuleState.PAUSED, reason, kept, at);
    }

    /** The rule as it acts again. */
    Rule resumed(Instant at) {
        return with(RuleState.ACTIVE, null, pausesEnded(at), at);
    }

    private List<RulePause> pausesEnded(Instant at) {
        return pauses.stream().map(pause -> pause.endedAt(at)).toList();
    }

    private Rule with(RuleState other, @Nullable String reason, List<RulePause> all, Instant at) {
        return new Rule(
                id,
                workspace,
                name,
                externalId,
                draft,
                versions,
                other,
                reason,
                all,
                metadata,
                createdAt,
                at);
    }

    /** The rule with a definition as its newest version and its draft, in force. */
    Rule publishing(String definition, List<String> scopes, String by, Instant at) {
        List<RuleVersion> kept = new ArrayList<>();
        int number = published().map(RuleVersion::number).orElse(0) + 1;
        kept.add(new RuleVersion(number, definition, scopes, by, at));
        int bytes = 2 * size(definition);
        for (RuleVersion version : versions) {
            bytes += size(version.definition());
            if (kept.size() == VERSIONS_KEPT || bytes > DEFINITIONS_BYTES_MAX) {
                break;
            }
            kept.add(version);
        }
        return new Rule(
                id,
                workspace,
                name,
                externalId,
                definition,
                kept,
                RuleState.ACTIVE,
                null,
                pausesEnded(at),
                metadata,
                createdAt,
                at);
    }

    private static int size(String definition) {
        return definition.getBytes(StandardCharsets.UTF_8).length;
    }
}
