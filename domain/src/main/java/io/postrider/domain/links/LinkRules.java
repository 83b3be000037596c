package io.postrider.domain.links;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules for a link's fields, one by one and together. */
public final class LinkRules {

    public static final int SLUG_LENGTH_MAX = 100;
    public static final int TITLE_LENGTH_MAX = 300;
    public static final int EXTERNAL_ID_LENGTH_MAX = 200;
    public static final Set<Integer> STATUS_CODES = Set.of(301, 302, 303, 307, 308);

    /** First path segments that belong to the service itself, in any case. */
    private static final Set<String> RESERVED =
            Set.of(
                    "api",
                    "user",
                    "hooks",
                    "schemas",
                    "subjects",
                    "config",
                    "mode",
                    "errors",
                    "livez",
                    "readyz",
                    ".well-known",
                    "assets",
                    "internal",
                    "favicon.ico",
                    "robots.txt",
                    "sitemap.xml",
                    "humans.txt",
                    "security.txt",
                    "metrics",
                    "actuator",
                    "health",
                    "admin",
                    "login",
                    "logout",
                    "signup",
                    "console",
                    "static",
                    "docs",
                    "status",
                    "www");

    private LinkRules() {}

    /** Why a text cannot be a slug under the default policy, or null if it can. */
    public static @Nullable FieldError slug(String slug) {
        if (slug.isEmpty() || slug.length() > SLUG_LENGTH_MAX) {
            return new FieldError(
                    "/slug", "invalid_length", "Expected 1 to " + SLUG_LENGTH_MAX + " characters.");
        }
        if (!isSlug(slug)) {
            return new FieldError(
                    "/slug",
                    "invalid_characters",
                    "Expected only A-Z, a-z, 0-9, hyphen and underscore.");
        }
        if (isReserved(slug)) {
            return new FieldError("/slug", "reserved", "This slug is reserved for Postrider.");
        }
        return null;
    }

    /** Whether the service reserves this path. */
    public static boolean isReserved(String slug) {
        return RESERVED.contains(slug.toLowerCase(Locale.ROOT));
    }

    /** Whether a text has the length and the characters of a slug. */
    public static boolean isSlug(String text) {
        return !text.isEmpty()
                && text.length() <= SLUG_LENGTH_MAX
                && text.chars().allMatch(LinkRules::isSlugCharacter);
    }

    private static boolean isSlugCharacter(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '_';
    }

    /** The errors of a link whose fields are valid one by one. */
    static List<FieldError> together(Link link) {
        List<FieldError> errors = new ArrayList<>(Metadata.errors(link.metadata()));
        errors.addAll(times(link.startsAt(), link.expiresAt()));
        return errors;
    }

    /** The errors of a link's start and end. */
    public static List<FieldError> times(@Nullable Instant startsAt, @Nullable Instant expiresAt) {
        return startsAt == null || expiresAt == null || expiresAt.isAfter(startsAt)
                ? List.of()
                : List.of(
                        new FieldError(
                                "/expires_at",
                                "not_after_start",
                                "Expected an expires_at after starts_at."));
    }
}
