package io.postrider.domain.media;

import java.util.Locale;

/** Whether the content of a file is there. */
public enum MediaState {
    /** The provider is asked for the content. */
    FETCHING,
    STORED,
    /** The provider did not give the content. */
    FAILED;

    /** The name in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
