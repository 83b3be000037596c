package io.postrider.domain.automation;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A rule: the actions that certain events lead to.
 *
 * @param externalId the caller's own name for the rule; null for none
 * @param draft JSON of trigger, filter, flow and actions, which act once they are published
 * @param versions the newest {@value #VERSIONS_KEPT} published versions, newest first
 * @param stateReason the reason of a pause; null for none
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
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    static final int VERSIONS_KEPT = 10;

    public Rule {
        versions = List.copyOf(versions);
        metadata = Map.copyOf(metadata);
    }

    /** A rule without content. */
    public static Rule blank(String id, String workspace, Instant at) {
        return new Rule(
                id, workspace, "", null, "{}", List.of(), RuleState.DRAFT, null, Map.of(), at, at);
    }

    /** The version in force; empty before the first publication. A paused rule has one too. */
    public Optional<RuleVersion> published() {
        return versions.stream().findFirst();
    }

    /** A version that is kept. */
    public Optional<RuleVersion> version(int number) {
        return versions.stream().filter(version -> version.number() == number).findFirst();
    }

    Rule touchedAt(Instant at) {
        return with(state, stateReason, at);
    }

    Rule with(RuleState other, @Nullable String reason, Instant at) {
        return new Rule(
                id,
                workspace,
                name,
                externalId,
                draft,
                versions,
                other,
                reason,
                metadata,
                createdAt,
                at);
    }

    /** The rule with a definition as its newest version and its draft, in force. */
    Rule publishing(String definition, List<String> scopes, String by, Instant at) {
        List<RuleVersion> kept = new ArrayList<>();
        int number = published().map(RuleVersion::number).orElse(0) + 1;
        kept.add(new RuleVersion(number, definition, scopes, by, at));
        versions.stream().limit(VERSIONS_KEPT - 1L).forEach(kept::add);
        return new Rule(
                id,
                workspace,
                name,
                externalId,
                definition,
                kept,
                RuleState.ACTIVE,
                null,
                metadata,
                createdAt,
                at);
    }
}
