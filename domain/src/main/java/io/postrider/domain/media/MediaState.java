package io.postrider.domain.media;

import java.util.Locale;

/** The state of a file's content. */
public enum MediaState {
    /** The content is being fetched from the provider. */
    FETCHING,
    STORED,
    /** The provider could not provide the content. */
    FAILED;

    /** The name in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
