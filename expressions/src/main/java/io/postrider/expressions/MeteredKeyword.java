package io.postrider.expressions;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import io.postrider.expressions.bounds.Budget;
import io.postrider.expressions.bounds.OverrunException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A keyword of JSON Schema of which each evaluation is a step of the {@link Budget}, and so looks at the time. The validator counts
 * steps itself, but one step of some keywords takes as long as there are notes of earlier steps.
 */
record MeteredKeyword(Keyword keyword) implements Keyword {

    /** The library asks for the classes of these. */
    private static final Set<String> KNOWN_BY_CLASS =
            Set.of("type", "format", "$ref", "$dynamicRef", "$recursiveRef");

    /** Entries of which all have the same hash are compared each with each. */
    private static final int UNIQUE_ENTRIES_MAX = 500;

    /** JSON Schema 2020-12 with metered keywords. */
    static Dialect dialect() {
        Map<String, Keyword> metered = new HashMap<>(Dialects.getDraft202012().getKeywords());
        metered.replaceAll((name, keyword) ->
                KNOWN_BY_CLASS.contains(name) ? keyword : new MeteredKeyword(keyword));
        // A vocabulary would put its own keywords in their place.
        return Dialect.builder(Dialects.getDraft202012())
                .vocabularies(all -> all.clear())
                .keywords(all -> all.putAll(metered))
                .build();
    }

    @Override
    public String getValue() {
        return keyword.getValue();
    }

    @Override
    public KeywordValidator newValidator(
            SchemaLocation location, JsonNode node, Schema parent, SchemaContext context)
            throws Exception {
        return new Metered(getValue(), keyword.newValidator(location, node, parent, context));
    }

    private record Metered(String name, KeywordValidator validator) implements KeywordValidator {

        @Override
        public void validate(
                ExecutionContext context, JsonNode node, JsonNode root, NodePath location) {
            Budget budget = Budget.CURRENT.get();
            budget.step();
            if (name.equals("uniqueItems") && node.size() > UNIQUE_ENTRIES_MAX) {
                throw budget.stop(
                        new OverrunException("uniqueItems compares at most 500 entries."));
            }
            validator.validate(context, node, root, location);
        }

        @Override
        public void walk(
                ExecutionContext context,
                JsonNode node,
                JsonNode root,
                NodePath location,
                boolean validates) {
            validator.walk(context, node, root, location, validates);
        }

        @Override
        public void preloadSchema() {
            validator.preloadSchema();
        }

        @Override
        public String getKeyword() {
            return validator.getKeyword();
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return validator.getSchemaLocation();
        }
    }
}
