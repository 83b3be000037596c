package io.postrider.api.keys;

import io.postrider.api.http.AddressBlock;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.Scopes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A key mints no key that may do more than itself, from more places, for longer or more often. */
final class OwnBounds {

    private static final String CODE = "exceeds_own";

    private OwnBounds() {}

    /** The wanted key, unless it would reach further than the key that asks for it. */
    static Checked<KeyDraft> check(ApiKey own, KeyDraft wanted) {
        List<String> scopes =
                wanted.scopes().stream()
                        .filter(scope -> !Scopes.covers(own.scopes(), scope))
                        .toList();
        if (!scopes.isEmpty()) {
            return Checked.refused(
                    Problem.of(
                                    403,
                                    "scope_exceeds_own",
                                    "A key can give only scopes that it has itself.")
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
                                beyondEnd(own.expiresAt(), wanted.expiresAt()),
                                beyondRate(own.requestsPerMinute(), wanted.requestsPerMinute()))
                        .flatMap(List::stream)
                        .toList();
        return errors.isEmpty()
                ? Checked.valid(wanted)
                : Checked.refused(
                        Problem.of(403, CODE, "A key can give only what it has itself.")
                                .withFields(errors));
    }

    private static List<FieldError> beyond(
            String pointer, List<String> own, List<String> wanted, Predicate<String> isWithin) {
        if (own.isEmpty()) {
            return List.of();
        }
        if (wanted.isEmpty()) {
            return List.of(error(pointer, "This key is limited to " + own + "."));
        }
        List<FieldError> errors = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            if (!isWithin.test(wanted.get(i))) {
                errors.add(error(pointer + "/" + i, "This key is limited to " + own + "."));
            }
        }
        return errors;
    }

    private static boolean isWithin(List<String> blocks, String wanted) {
        return AddressBlock.parse(wanted)
                .filter(block ->
                        blocks.stream()
                                .flatMap(text -> AddressBlock.parse(text).stream())
                                .anyMatch(block::liesWithin))
                .isPresent();
    }

    private static List<FieldError> beyondEnd(@Nullable Instant own, @Nullable Instant wanted) {
        return own == null || (wanted != null && !wanted.isAfter(own))
                ? List.of()
                : List.of(error("/expires_at", "This key ends at " + own + "."));
    }

    private static List<FieldError> beyondRate(@Nullable Integer own, int wanted) {
        return own == null || wanted <= own
                ? List.of()
                : List.of(error("/requests_per_minute", "This key has " + own + "."));
    }

    private static FieldError error(String pointer, String detail) {
        return new FieldError(pointer, CODE, detail);
    }
}
