package io.postrider.identity.keys;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyPatch;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import io.postrider.web.server.ClientBlock;
import io.postrider.web.server.WebOrigin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the fields of a key from a body. */
final class KeyFields {

    private static final int REQUESTS_MAX = 1_000_000;
    private static final int ENTRIES_MAX = 100;
    private static final TextRule NAME = TextRule.line(1, 100);
    private static final List<String> ENVIRONMENTS = List.of("live", "test");

    private KeyFields() {}

    /** The fields of a new key. */
    record NewKey(String environment, KeyPatch patch) {}

    static Validated<NewKey> create(BodyReader fields, Instant now) {
        fields.require("name");
        List<String> scopes = scopes(fields);
        if (isNothing(fields, "scopes") && isNothing(fields, "preset")) {
            fields.fault(new FieldError("/scopes", "required", "Expected scopes or a preset."));
        }
        String environment =
                fields.text("environment", TextRule.line(1, 10)).orElse(ENVIRONMENTS.getFirst());
        if (!ENVIRONMENTS.contains(environment)) {
            fields.fault(new FieldError("/environment", "invalid_value", "Expected live or test."));
        }
        KeyPatch patch = read(fields, scopes);
        fields.alongside(() ->
                FieldError.inThePast("/expires_at", patch.expiresAt(), now).stream().toList());
        return fields.checked(() -> new NewKey(environment, patch));
    }

    private static boolean isNothing(BodyReader fields, String name) {
        return !fields.has(name) || fields.isNull(name) || fields.isEmptyList(name);
    }

    static Validated<KeyPatch> update(BodyReader fields) {
        fields.notNull("name", "scopes", "preset");
        List<String> scopes = scopes(fields);
        if (fields.isEmptyList("scopes")) {
            fields.fault(new FieldError("/scopes", "too_few", "Expected at least one scope."));
        }
        KeyPatch patch = read(fields, scopes);
        return fields.checked(() -> patch);
    }

    private static KeyPatch read(BodyReader fields, List<String> scopes) {
        List<String> changed = new ArrayList<>(fields.changed());
        if (fields.has("preset")) {
            changed.add("scopes");
        }
        return new KeyPatch(
                changed,
                fields.text("name", NAME).orElse(null),
                scopes,
                each(
                        fields,
                        "resources",
                        "invalid_id",
                        "an ID such as lnk_…",
                        id -> Id.kindOf(id).isPresent()),
                each(
                        fields,
                        "ip_allow",
                        "invalid_cidr",
                        "an IP address, or a block such as 192.0.2.0/24",
                        text -> ClientBlock.parse(text).isPresent()),
                each(
                                fields,
                                "origins",
                                "invalid_origin",
                                "an origin such as https://shop.example.com",
                                text -> WebOrigin.parse(text).isPresent())
                        .stream()
                        .flatMap(text -> WebOrigin.parse(text).stream())
                        .distinct()
                        .toList(),
                fields.number("requests_per_minute", 1, REQUESTS_MAX)
                        .map(Math::toIntExact)
                        .orElse(ApiKey.REQUESTS_PER_MINUTE),
                fields.time("expires_at").orElse(null));
    }

    private static List<String> scopes(BodyReader fields) {
        List<String> scopes =
                each(
                        fields,
                        "scopes",
                        "unknown_scope",
                        "a scope such as links:read",
                        Scopes::exists);
        Optional<String> preset = fields.text("preset", TextRule.line(1, 40));
        if (preset.isEmpty()) {
            return scopes;
        }
        if (!scopes.isEmpty()) {
            fields.fault(
                    new FieldError(
                            "/preset",
                            "exclusive",
                            "Expected either scopes or a preset, not both."));
        }
        Optional<List<String>> expanded = Scopes.preset(preset.get());
        if (expanded.isEmpty()) {
            fields.fault(
                    new FieldError(
                            "/preset",
                            "unknown_preset",
                            "Expected one of " + String.join(", ", Scopes.presets()) + "."));
        }
        return expanded.orElse(List.of());
    }

    private static List<String> each(
            BodyReader fields,
            String name,
            String code,
            String expected,
            Predicate<String> isRight) {
        List<String> given = fields.texts(name, ENTRIES_MAX, TextRule.line(1, 200));
        for (int i = 0; i < given.size(); i++) {
            if (!isRight.test(given.get(i))) {
                fields.fault(
                        new FieldError("/" + name + "/" + i, code, "Expected " + expected + "."));
            }
        }
        return given.stream().distinct().toList();
    }
}
