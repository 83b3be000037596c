package io.postrider.web.server;

import io.postrider.web.body.QueryText;
import io.postrider.web.problem.Problem;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds API keys in URLs, which logs and histories store; such a request is rejected before any other check. */
public final class KeyInUrl {

    private static final String PREFIX = "prk_";
    private static final Pattern TOKEN =
            Pattern.compile("prk_(live|test)_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}");
    private static final Set<String> NAMES =
            Set.of("api_key", "apikey", "api-key", "access_token", "token", "key");

    private KeyInUrl() {}

    /** Whether a query contains a key. */
    public static boolean in(@Nullable String rawQuery) {
        if (rawQuery == null || isPlainlyWithout(rawQuery)) {
            return false;
        }
        for (String pair : rawQuery.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = plain(equals < 0 ? pair : pair.substring(0, equals));
            String value = plain(equals < 0 ? "" : pair.substring(equals + 1));
            boolean named = NAMES.contains(name.toLowerCase(Locale.ROOT));
            if ((named && value.startsWith(PREFIX)) || holds(name) || holds(value)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a path contains a whole key. */
    public static boolean inPath(@Nullable String rawPath) {
        return rawPath != null
                && !isPlainlyWithout(rawPath)
                && (holds(rawPath) || holds(plain(rawPath)));
    }

    /** A path that may be shown: of a key it contains only the prefix of all keys. */
    static String masked(String path) {
        if (!inPath(path)) {
            return path;
        }
        return TOKEN.matcher(holds(path) ? path : plain(path)).replaceAll(PREFIX + "…");
    }

    /** A fast check that excludes nearly all URLs, since redirects have little time. */
    private static boolean isPlainlyWithout(String raw) {
        return raw.indexOf('%') < 0 && !raw.contains(PREFIX);
    }

    private static boolean holds(String text) {
        return text.contains(PREFIX) && TOKEN.matcher(text).find();
    }

    private static String plain(String text) {
        return QueryText.decoded(text).orElse(text);
    }

    /** Why such a request is refused. */
    public static Problem problem() {
        return Problem.of(
                400,
                "key_in_url",
                "The URL contains an API key, which may now be in logs. Revoke it, and send keys"
                        + " in the Authorization header.");
    }
}
