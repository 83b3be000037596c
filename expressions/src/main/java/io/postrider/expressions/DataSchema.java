package io.postrider.expressions;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.regex.RegularExpression;
import io.postrider.expressions.bounds.Budget;
import io.postrider.expressions.bounds.OverrunException;
import io.postrider.expressions.bounds.Regex;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON Schema of 2020-12 that data is held against. Nothing is fetched for it, patterns are regular expressions of RE2,
 * and {@code format} is a remark, as the standard has it.
 */
public final class DataSchema {

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");
    private static final int ERRORS_MAX = 20;

    /** Evaluations of keywords and of schemas within schemas: some tens of milliseconds. */
    private static final long STEPS_MAX = 50_000;

    /** The validation of a schema takes as many steps as the schema is long. */
    private static final long META_STEPS_MAX = 2_000_000;

    private static final int DEPTH_MAX = 200;
    private static final int ENTRIES_MAX = 1_000;
    private static final Schema META =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(SchemaLocation.of(DIALECT));
    private static final Dialect METERED = MeteredKeyword.dialect();

    private final Schema compiled;

    private DataSchema(Schema compiled) {
        this.compiled = compiled;
    }

    /** A schema that can be used. */
    public static DataSchema compile(ObjectNode json) throws InvalidSchemaException {
        List<DataFault> errors = new ArrayList<>();
        if (!json.path("$schema").asString(DIALECT).equals(DIALECT)) {
            errors.add(new DataFault("/$schema", "invalid_value", "Expected " + DIALECT + "."));
        }
        references(json, "", errors);
        if (errors.isEmpty()) {
            errors.addAll(objections(META, json, META_STEPS_MAX));
        }
        if (!errors.isEmpty()) {
            throw new InvalidSchemaException(errors);
        }
        try {
            // A registry stores schemas under their $id, so each schema has its own registry.
            Schema compiled = registry().getSchema(json);
            compiled.initializeValidators();
            return new DataSchema(compiled);
        } catch (RuntimeException | StackOverflowError e) {
            throw new InvalidSchemaException(List.of(unusable(e)));
        }
    }

    /** The errors of data, or the first of many, with pointers into the data. */
    public List<DataFault> objections(JsonNode data) {
        return objections(compiled, data, STEPS_MAX);
    }

    private static List<DataFault> objections(Schema schema, JsonNode value, long steps) {
        try {
            return errors(schema, value, steps);
        } catch (RuntimeException | OverrunException | StackOverflowError e) {
            return List.of(unusable(e));
        }
    }

    private static SchemaRegistry registry() {
        SchemaRegistryConfig config =
                SchemaRegistryConfig.builder()
                        .locale(Locale.ENGLISH)
                        .formatAssertionsEnabled(false)
                        .regularExpressionFactory(DataSchema::pattern)
                        .build();
        return SchemaRegistry.withDefaultDialect(
                METERED,
                registry ->
                        registry.schemaRegistryConfig(config)
                                .dialectRegistry((_, _) -> METERED)
                                .schemaLoader(loader -> loader.fetchRemoteResources(false)));
    }

    private static RegularExpression pattern(String source) {
        return Regex.of(source, 0)::isIn;
    }

    private static DataFault unusable(Throwable failure) {
        String reason =
                failure instanceof ValidationLimitExceededException limit
                        ? exceeded(limit)
                        : Texts.oneLine(String.valueOf(failure.getMessage()));
        return new DataFault("", "invalid_schema", "The schema cannot be used: " + reason);
    }

    private static String exceeded(ValidationLimitExceededException limit) {
        return switch (limit.getLimitKind()) {
            case EVALUATION_STEPS -> "it requires more than %,d steps.".formatted(limit.getLimit());
            case EVALUATION_DEPTH -> "it is nested more than %d deep.".formatted(limit.getLimit());
        };
    }

    private static void references(JsonNode node, String at, List<DataFault> errors) {
        if (node instanceof ObjectNode object) {
            for (var member : object.properties()) {
                String pointer = at + "/" + escaped(member.getKey());
                if (REFERENCES.contains(member.getKey())
                        && member.getValue().isString()
                        && !member.getValue().stringValue().startsWith("#")) {
                    errors.add(
                            new DataFault(
                                    pointer,
                                    "invalid_value",
                                    "Expected a reference within this schema, such as #/$defs/order."));
                }
                references(member.getValue(), pointer, errors);
            }
        } else if (node.size() > ENTRIES_MAX) {
            errors.add(new DataFault(at, "invalid_value", "Expected at most 1,000 entries."));
        } else {
            for (int i = 0; i < node.size(); i++) {
                references(node.get(i), at + "/" + i, errors);
            }
        }
    }

    private static List<DataFault> errors(Schema schema, JsonNode value, long steps) {
        return ScopedValue.where(Budget.CURRENT, new Budget())
                .call(() -> schema.validate(value, context -> limit(context, steps)).stream())
                .limit(ERRORS_MAX)
                .map(DataSchema::error)
                .toList();
    }

    private static void limit(ExecutionContext context, long steps) {
        context.executionConfig(
                config -> config.maxEvaluationSteps(steps).maxEvaluationDepth(DEPTH_MAX));
    }

    private static DataFault error(Error error) {
        String at = error.getInstanceLocation().toString();
        String keyword = String.valueOf(error.getKeyword());
        String detail = Texts.oneLine(error.getMessage());
        return switch (keyword) {
            case "required" -> new DataFault(member(at, error), "required", detail);
            case "additionalProperties", "unevaluatedProperties" ->
                    new DataFault(member(at, error), "unknown_field", detail);
            case "type" -> new DataFault(at, "invalid_type", detail);
            default -> new DataFault(at, "invalid_value", detail);
        };
    }

    private static String member(String at, Error error) {
        String name = error.getProperty();
        return name == null ? at : at + "/" + escaped(name);
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
