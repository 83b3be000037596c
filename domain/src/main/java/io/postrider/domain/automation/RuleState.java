package io.postrider.domain.automation;

import java.util.Locale;

/** The state of a rule. */
public enum RuleState {
    /** No version is published. */
    DRAFT,
    ACTIVE,
    PAUSED;

    /** The name in JSON, for example {@code active}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
