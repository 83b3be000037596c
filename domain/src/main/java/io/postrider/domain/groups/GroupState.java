package io.postrider.domain.groups;

import java.util.Locale;

/** The state of a group. */
public enum GroupState {
    /** The creation is requested from the provider. */
    REQUESTED,
    ACTIVE,
    /** The provider did not create it. */
    FAILED;

    /** The name in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
