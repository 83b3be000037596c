package io.postrider.domain.automation;

import java.time.Instant;
import java.util.List;

/**
 * A published version of a rule, which never changes.
 *
 * @param number 1, 2, 3 per rule
 * @param definition JSON of trigger, filter, flow and actions
 * @param scopes the scopes of the publisher, expanded; the rule acts with these and never with more
 * @param publishedBy the id of the key or user
 */
public record RuleVersion(
        int number,
        String definition,
        List<String> scopes,
        String publishedBy,
        Instant publishedAt) {

    public RuleVersion {
        scopes = List.copyOf(scopes);
    }
}
