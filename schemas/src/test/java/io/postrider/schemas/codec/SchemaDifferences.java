package io.postrider.schemas.codec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;

/** What differs between two schemas, a line for each field that was added, removed or changed. */
final class SchemaDifferences {

    private SchemaDifferences() {}

    static List<String> between(Schema before, Schema after) {
        Set<String> old = new LinkedHashSet<>();
        describe(before, old);
        Set<String> now = new LinkedHashSet<>();
        describe(after, now);
        List<String> lines = new ArrayList<>();
        old.stream().filter(line -> !now.contains(line)).forEach(line -> lines.add("- " + line));
        now.stream().filter(line -> !old.contains(line)).forEach(line -> lines.add("+ " + line));
        return lines;
    }

    private static void describe(Schema schema, Set<String> lines) {
        switch (schema.getType()) {
            case RECORD -> describeRecord(schema, lines);
            case UNION -> schema.getTypes().forEach(branch -> describe(branch, lines));
            case ARRAY -> describe(schema.getElementType(), lines);
            case MAP -> describe(schema.getValueType(), lines);
            default -> {}
        }
    }

    private static void describeRecord(Schema schema, Set<String> lines) {
        String name = schema.getFullName();
        List<Schema.Field> fields = schema.getFields();
        if (lines.add("record " + name + fields.stream().map(Schema.Field::name).toList())) {
            for (Schema.Field field : fields) {
                lines.add(name + "." + field.name() + ": " + type(field.schema()) + value(field));
                describe(field.schema(), lines);
            }
        }
    }

    private static String value(Schema.Field field) {
        if (!field.hasDefaultValue()) {
            return "";
        }
        return JsonProperties.NULL_VALUE.equals(field.defaultVal())
                ? " = null"
                : " = " + field.defaultVal();
    }

    private static String type(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> schema.getFullName();
            case UNION ->
                    schema.getTypes().stream()
                            .map(SchemaDifferences::type)
                            .collect(Collectors.joining(" or "));
            case ARRAY -> "array of " + type(schema.getElementType());
            case MAP -> "map of " + type(schema.getValueType());
            default -> schema.toString();
        };
    }
}
