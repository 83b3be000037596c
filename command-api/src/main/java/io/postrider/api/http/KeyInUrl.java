package io.postrider.api.http;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds API keys in URLs, where logs and histories keep them; such a request is refused before all else. */
final class KeyInUrl {

    private static final Pattern TOKEN =
            Pattern.compile("prk_(live|test)_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}");
    private static final Set<String> NAMES =
            Set.of("api_key", "apikey", "api-key", "access_token", "token", "key");

    private KeyInUrl() {}

    static boolean in(@Nullable String rawQuery) {
        if (rawQuery == null || rawQuery.isEmpty()) {
            return false;
        }
        for (String pair : rawQuery.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = plain(equals < 0 ? pair : pair.substring(0, equals));
            String value = plain(equals < 0 ? "" : pair.substring(equals + 1));
            boolean named = NAMES.contains(name.toLowerCase(Locale.ROOT));
            if ((named && value.startsWith("prk_")) || holds(name) || holds(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean holds(String text) {
        return text.contains("prk_") && TOKEN.matcher(text).find();
    }

    private static String plain(String text) {
        return QueryText.decoded(text).orElse(text);
    }

    static Problem problem() {
        return Problem.of(
                400,
                "key_in_url",
                "An API key belongs into the Authorization header. This one is in a URL, so it"
                        + " may be in logs by now: revoke it.");
    }
}
