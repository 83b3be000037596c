package io.postrider.domain.templates;

import java.util.Locale;
import java.util.Optional;

/** The status of a template. */
public enum TemplateStatus {
    /** Accepted here, and not at the provider yet. */
    SUBMITTED,
    /** The provider looks at it. */
    PENDING,
    APPROVED,
    REJECTED,
    /** The provider does not send it for a while, because recipients complained. */
    PAUSED,
    DISABLED,
    /** The provider did not accept the template. */
    FAILED;

    /** The name in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status with a name in JSON. */
    public static Optional<TemplateStatus> labelled(String label) {
        for (TemplateStatus status : values()) {
            if (status.label().equals(label)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }
}
