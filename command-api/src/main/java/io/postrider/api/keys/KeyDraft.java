package io.postrider.api.keys;

import io.postrider.api.http.AddressBlock;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.TextRule;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.keys.Scopes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants of a new key.
 *
 * @param scopes expanded, each once
 */
record KeyDraft(
        String name,
        List<String> scopes,
        String environment,
        List<String> resources,
        List<String> ipAllow,
        @Nullable Instant expiresAt,
        int requestsPerMinute) {

    private static final int REQUESTS_DEFAULT = 600;
    private static final int REQUESTS_MAX = 1_000_000;
    private static final int ENTRIES_MAX = 100;
    private static final List<String> ENVIRONMENTS = List.of("live", "test");

    KeyDraft {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
        ipAllow = List.copyOf(ipAllow);
    }

    static Checked<KeyDraft> read(Fields fields) {
        String name = fields.requiredText("name", TextRule.line(1, 100));
        List<String> scopes = scopes(fields);
        String environment =
                fields.text("environment", TextRule.line(1, 10)).orElse(ENVIRONMENTS.getFirst());
        if (!ENVIRONMENTS.contains(environment)) {
            fields.fault(new FieldError("/environment", "invalid_value", "Expected live or test."));
        }
        List<String> resources =
                each(fields, "resources", "invalid_id", id -> Id.kindOf(id).isPresent());
        List<String> ipAllow =
                each(
                        fields,
                        "ip_allow",
                        "invalid_cidr",
                        text -> AddressBlock.parse(text).isPresent());
        fields.notYet("origins");
        Optional<Instant> expiresAt = fields.time("expires_at");
        long requests =
                fields.number("requests_per_minute", 1, REQUESTS_MAX)
                        .orElse((long) REQUESTS_DEFAULT);
        return fields.checked(() ->
                new KeyDraft(
                        name,
                        scopes,
                        environment,
                        resources,
                        ipAllow,
                        expiresAt.orElse(null),
                        (int) requests));
    }

    private static List<String> scopes(Fields fields) {
        List<String> scopes = each(fields, "scopes", "unknown_scope", Scopes::exists);
        Optional<String> preset = fields.text("preset", TextRule.line(1, 40));
        if (preset.isEmpty()) {
            if (scopes.isEmpty() && (!fields.has("preset") || fields.isNull("preset"))) {
                fields.fault(new FieldError("/scopes", "required", "Give scopes, or a preset."));
            }
            return scopes;
        }
        if (!scopes.isEmpty()) {
            fields.fault(
                    new FieldError("/preset", "exclusive", "Give scopes or a preset, not both."));
        }
        Optional<List<String>> expanded = Scopes.preset(preset.get());
        if (expanded.isEmpty()) {
            fields.fault(
                    new FieldError(
                            "/preset",
                            "unknown_preset",
                            "Expected links, whatsapp, automation, read_only or full."));
        }
        return expanded.orElse(List.of());
    }

    private static List<String> each(
            Fields fields, String name, String code, Predicate<String> isRight) {
        List<String> given = fields.texts(name, ENTRIES_MAX, TextRule.line(1, 200));
        for (int i = 0; i < given.size(); i++) {
            if (!isRight.test(given.get(i))) {
                fields.fault(
                        new FieldError("/" + name + "/" + i, code, "This is not one that fits."));
            }
        }
        return given.stream().distinct().toList();
    }
}
