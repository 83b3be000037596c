package io.postrider.api.models;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a caller wants of a connection, new or changed; its secrets are not sealed yet.
 *
 * @param changed the fields that are given
 * @param baseUrl in its canonical form
 * @param headers by names in lower case; those without a value are to be removed
 * @param metadata entries without a value are to be removed
 */
record ConnectionDraft(
        List<String> changed,
        Optional<String> name,
        Optional<String> baseUrl,
        Map<String, Optional<String>> headers,
        Optional<Duration> timeout,
        Optional<String> apiKey,
        Map<String, Optional<String>> metadata) {

    ConnectionDraft {
        changed = List.copyOf(changed);
    }

    /** Says nothing of what it holds. */
    @Override
    public String toString() {
        return "ConnectionDraft" + changed;
    }
}
