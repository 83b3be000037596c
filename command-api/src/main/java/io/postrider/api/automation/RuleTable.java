package io.postrider.api.automation;

import io.postrider.api.auth.HeldBytes;
import io.postrider.api.auth.ResourceTable;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleEvent;

/** All rules in memory. */
public final class RuleTable extends ResourceTable<Rule> {

    /** @param held counts the bytes of the rules for their workspaces */
    public RuleTable(HeldBytes held) {
        super(RuleEvent.class, held);
    }
}
