package io.postrider.domain.automation;

import java.util.Locale;

/** Whether a rule acts. */
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
