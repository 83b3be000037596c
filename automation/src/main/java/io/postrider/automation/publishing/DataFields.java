package io.postrider.automation.publishing;

import io.postrider.domain.automation.EndpointSchema;
import io.postrider.domain.automation.EndpointSchema.Mode;
import io.postrider.domain.kernel.FieldError;
import io.postrider.expressions.InvalidExpressionException;
import io.postrider.expressions.JsonataExpression;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.SchemaField;
import io.postrider.web.body.TextRule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the mapping and the schema of an endpoint's events. */
final class DataFields {

    private static final TextRule JSONATA = TextRule.lines(1, 4_096);
    private static final TextRule MODE = TextRule.line(1, 40);

    private DataFields() {}

    /** The JSONata text of the field {@code mapping}, which compiles. */
    static Optional<String> mapping(BodyReader fields) {
        return fields.object(
                "mapping",
                inner -> {
                    String source = inner.requiredText("jsonata", JSONATA);
                    if (!source.isEmpty()) {
                        compile(inner, source);
                    }
                    return source;
                });
    }

    private static void compile(BodyReader fields, String source) {
        try {
            JsonataExpression.compile(source);
        } catch (InvalidExpressionException e) {
            fields.fault(new FieldError("/jsonata", "invalid_expression", e.placed()));
        }
    }

    /** The field {@code schema}. Members that are not given keep their values. */
    static Optional<EndpointSchema> schema(BodyReader fields, @Nullable EndpointSchema before) {
        return fields.object(
                "schema",
                inner -> {
                    if (before == null) {
                        inner.require("mode");
                        inner.require("json_schema");
                    } else {
                        inner.notNull("mode", "json_schema");
                    }
                    return new EndpointSchema(
                            mode(inner)
                                    .or(() -> Optional.ofNullable(before).map(EndpointSchema::mode))
                                    .orElse(Mode.OFF),
                            SchemaField.read(inner)
                                    .or(() ->
                                            Optional.ofNullable(before)
                                                    .map(EndpointSchema::jsonSchema))
                                    .orElse("{}"));
                });
    }

    private static Optional<Mode> mode(BodyReader fields) {
        Optional<String> given = fields.text("mode", MODE);
        Optional<Mode> mode = given.flatMap(Mode::labelled);
        if (given.isPresent() && mode.isEmpty()) {
            fields.fault(
                    new FieldError("/mode", "invalid_value", "Expected off, warn or enforce."));
        }
        return mode;
    }
}
