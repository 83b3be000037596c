package io.postrider.models;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.Model.ModelDefaults;
import io.postrider.domain.models.ModelPatch;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a model from a body. */
final class ModelFields {

    private static final TextRule LINE = TextRule.line(1, 200);
    private static final TextRule SYSTEM = TextRule.lines(32_000);
    private static final long TOKENS_MAX = 100_000_000;
    private static final double TEMPERATURE_MAX = 2;

    private ModelFields() {}

    /** A model that is to be made. */
    record NewModel(String alias, ModelPatch patch) {

        Model model(String workspace, Instant now) {
            return patch.applyTo(Model.blank(alias, workspace, now), now);
        }
    }

    static Validated<NewModel> create(BodyReader fields) {
        Optional<String> alias = fields.text("id", LINE);
        fields.require("id");
        fields.require("connection_id");
        fields.require("upstream_model");
        alias.flatMap(ModelFields::objection).ifPresent(fields::fault);
        return read(fields)
                .then(patch -> Validated.valid(new NewModel(alias.orElseThrow(), patch)));
    }

    static Validated<ModelPatch> update(BodyReader fields) {
        fields.notNull("connection_id", "upstream_model");
        return read(fields);
    }

    private static Optional<FieldError> objection(String alias) {
        if (alias.equals(Model.BUILT_IN)) {
            return Optional.of(
                    new FieldError(
                            "/id", "reserved", alias + " is reserved for the built-in model."));
        }
        return Model.isAlias(alias)
                ? Optional.empty()
                : Optional.of(
                        new FieldError(
                                "/id",
                                "invalid_characters",
                                "Expected 1 to 64 characters of a-z, 0-9, dot, underscore, colon and hyphen; the first"
                                        + " is a letter or a digit."));
    }

    private static Validated<ModelPatch> read(BodyReader fields) {
        Optional<String> connection = fields.text("connection_id", LINE);
        connection
                .filter(id -> !Id.isA(IdKind.CON, id))
                .ifPresent(id ->
                        fields.fault(
                                new FieldError(
                                        "/connection_id",
                                        "wrong_id_type",
                                        "Expected an ID that begins with con_.")));
        ModelPatch patch =
                new ModelPatch(
                        fields.changed(),
                        connection.orElse(null),
                        fields.text("upstream_model", LINE).orElse(null),
                        fields.text("display_name", LINE).orElse(null),
                        fields.object("defaults", ModelFields::defaults).orElse(ModelDefaults.NONE),
                        tokens(fields, "context_window"),
                        fields.metadata());
        return fields.checked(() -> patch);
    }

    private static ModelDefaults defaults(BodyReader fields) {
        return new ModelDefaults(
                fields.text("system", SYSTEM).orElse(null),
                fields.decimal("temperature", 0, TEMPERATURE_MAX).orElse(null),
                tokens(fields, "max_tokens"));
    }

    private static @Nullable Integer tokens(BodyReader fields, String name) {
        return fields.number(name, 1, TOKENS_MAX).map(Math::toIntExact).orElse(null);
    }
}
