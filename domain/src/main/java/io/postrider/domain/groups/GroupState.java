package io.postrider.domain.groups;

import java.util.Locale;

/** The state of a group. */
public enum GroupState {
    /** The provider is asked to create it. */
    REQUESTED,
    ACTIVE,
    /** The provider did not create it. */
    FAILED;

    /** The name in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
