package io.postrider.domain.automation;

import java.time.Instant;
import java.util.List;

/**
 * A published version of a rule, which never changes.
 *
 * @param number the number of the version: 1, 2, 3 per rule
 * @param definition the definition as JSON of trigger, filter, flow and actions
 * @param scopes the scopes of the publisher, expanded; the rule acts with these only
 * @param publishedBy the id of the key or user that published the version
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
