package io.postrider.automation.api;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleEvent;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.web.resource.ResourceReplica;
import java.util.List;

/** All rules in memory. */
public final class RuleReplica extends ResourceReplica<Rule> {

    /** @param held counts the bytes of the rules for their workspaces */
    public RuleReplica(HeldBytes held) {
        super(RuleEvent.class, held);
    }

    /** The ids of the rules whose version in force a key published, the oldest first. */
    public List<String> publishedBy(String workspace, String key) {
        return of(workspace).stream()
                .filter(rule ->
                        rule.published()
                                .filter(version -> version.publishedBy().equals(key))
                                .isPresent())
                .map(Rule::id)
                .toList();
    }
}
