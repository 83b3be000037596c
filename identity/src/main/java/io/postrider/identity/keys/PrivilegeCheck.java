package io.postrider.identity.keys;

import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.web.problem.Problem;
import io.postrider.web.server.ClientBlock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prevents privilege escalation: a caller cannot grant a key more scopes, more origins, a longer life or a higher rate than the
 * caller has.
 */
final class PrivilegeCheck {

    private static final String CODE = "exceeds_own";

    private PrivilegeCheck() {}

    /** The problem with a wanted grant that exceeds the caller's own. */
    static Optional<Problem> objection(KeyGrant own, KeyGrant wanted) {
        List<String> scopes =
                wanted.scopes().stream()
                        .filter(scope -> !Scopes.covers(own.scopes(), scope))
                        .toList();
        if (!scopes.isEmpty()) {
            return Optional.of(
                    Problem.of(
                                    403,
                                    "scope_exceeds_own",
                                    "You cannot grant scopes that your key does not have.")
                            .withMember("required", scopes));
        }
        List<FieldError> errors =
                Stream.of(
                                beyond(
                                        "/resources",
                                        own.resources(),
                                        wanted.resources(),
                                        own.resources()::contains),
                                beyond(
                                        "/ip_allow",
                                        own.ipAllow(),
                                        wanted.ipAllow(),
                                        text -> isWithin(own.ipAllow(), text)),
                                beyondOrigins(own.origins(), wanted.origins()),
                                beyondEnd(own.expiresAt(), wanted.expiresAt()),
                                beyondRate(own.requestsPerMinute(), wanted.requestsPerMinute()))
                        .flatMap(List::stream)
                        .toList();
        return errors.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Problem.of(403, CODE, "You cannot grant a key more than you have.")
                                .withFields(errors));
    }

    private static List<FieldError> beyond(
            String pointer, List<String> own, List<String> wanted, Predicate<String> isWithin) {
        if (own.isEmpty()) {
            return List.of();
        }
        if (wanted.isEmpty()) {
            return List.of(error(pointer, "Your key is limited to " + own + "."));
        }
        List<FieldError> errors = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            if (!isWithin.test(wanted.get(i))) {
                errors.add(error(pointer + "/" + i, "Your key is limited to " + own + "."));
            }
        }
        return errors;
    }

    /** A key without origins is not in any page, and may grant some; one with origins may grant only these. */
    private static List<FieldError> beyondOrigins(List<String> own, List<String> wanted) {
        return wanted.isEmpty() ? List.of() : beyond("/origins", own, wanted, own::contains);
    }

    private static boolean isWithin(List<String> blocks, String wanted) {
        return ClientBlock.parse(wanted)
                .filter(block ->
                        blocks.stream()
                                .flatMap(text -> ClientBlock.parse(text).stream())
                                .anyMatch(block::liesWithin))
                .isPresent();
    }

    private static List<FieldError> beyondEnd(@Nullable Instant own, @Nullable Instant wanted) {
        return own == null || (wanted != null && !wanted.isAfter(own))
                ? List.of()
                : List.of(error("/expires_at", "Your key expires at " + own + "."));
    }

    private static List<FieldError> beyondRate(@Nullable Integer own, @Nullable Integer wanted) {
        return own == null || (wanted != null && wanted <= own)
                ? List.of()
                : List.of(
                        error(
                                "/requests_per_minute",
                                "Your key is limited to " + own + " requests per minute."));
    }

    private static FieldError error(String pointer, String detail) {
        return new FieldError(pointer, CODE, detail);
    }
}
