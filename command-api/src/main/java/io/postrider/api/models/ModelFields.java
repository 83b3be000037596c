package io.postrider.api.models;

import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.TextRule;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.Model.ModelDefaults;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the fields of a model from a body. */
final class ModelFields {

    private static final TextRule LINE = TextRule.line(1, 200);
    private static final TextRule SYSTEM = TextRule.lines(32_000);
    private static final long TOKENS_MAX = 100_000_000;
    private static final double TEMPERATURE_MAX = 2;
    private static final List<String> CHANGEABLE =
            List.of("connection_id", "upstream_model", "display_name", "context_window");
    private static final List<String> DEFAULTS = List.of("system", "temperature", "max_tokens");

    private ModelFields() {}

    static Checked<ModelDraft> draft(Fields fields) {
        Optional<String> alias = fields.text("id", LINE);
        fields.require("id");
        fields.require("connection_id");
        fields.require("upstream_model");
        alias.flatMap(ModelFields::objection).ifPresent(fields::fault);
        ModelDraft draft = read(fields, alias);
        return fields.checked(() -> draft);
    }

    static Checked<ModelDraft> edit(Fields fields) {
        fields.notNull("connection_id", "upstream_model");
        ModelDraft draft = read(fields, Optional.empty());
        return fields.checked(() -> draft);
    }

    private static Optional<FieldError> objection(String alias) {
        if (alias.equals(Model.BUILT_IN)) {
            return Optional.of(
                    new FieldError("/id", "reserved", alias + " is the built-in model's."));
        }
        return Model.isAlias(alias)
                ? Optional.empty()
                : Optional.of(
                        new FieldError(
                                "/id",
                                "invalid_characters",
                                "1 to 64 of a-z, 0-9, dot, underscore, colon and hyphen; the first"
                                        + " is a letter or a digit."));
    }

    private static ModelDraft read(Fields fields, Optional<String> alias) {
        Optional<String> connection = fields.text("connection_id", LINE);
        connection
                .filter(id -> !Id.isA(IdKind.CON, id))
                .ifPresent(id ->
                        fields.fault(
                                new FieldError(
                                        "/connection_id",
                                        "wrong_id_type",
                                        "Expected an id that begins with con_.")));
        Given defaults = fields.object("defaults", ModelFields::given).orElse(Given.NOTHING);
        Map<String, Optional<String>> metadata = fields.metadata();
        return new ModelDraft(
                changed(fields, defaults, metadata),
                alias,
                connection,
                fields.text("upstream_model", LINE),
                fields.text("display_name", LINE),
                defaults.values(),
                fields.number("context_window", 1, TOKENS_MAX).map(Math::toIntExact),
                metadata);
    }

    /** The defaults, and which of them are named. */
    private record Given(ModelDefaults values, List<String> names) {

        static final Given NOTHING = new Given(ModelDefaults.NONE, List.of());
    }

    private static Given given(Fields fields) {
        return new Given(
                new ModelDefaults(
                        fields.text("system", SYSTEM).orElse(null),
                        fields.decimal("temperature", 0, TEMPERATURE_MAX).orElse(null),
                        fields.number("max_tokens", 1, TOKENS_MAX)
                                .map(Math::toIntExact)
                                .orElse(null)),
                DEFAULTS.stream().filter(fields::has).toList());
    }

    /** Null clears all defaults; an object changes those that it names. */
    private static List<String> changed(
            Fields fields, Given defaults, Map<String, Optional<String>> metadata) {
        List<String> names = fields.isNull("defaults") ? DEFAULTS : defaults.names();
        return Stream.concat(
                        fields.changed(CHANGEABLE, metadata).stream(),
                        names.stream().map(name -> "defaults/" + name))
                .toList();
    }
}
