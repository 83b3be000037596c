package io.postrider.web.body;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Tags;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Pointers;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the fields of a body one by one and collects all errors, so that the response lists them together. Fields that are
 * never read are unknown. Absent and null read as empty; {@link #has} distinguishes them.
 */
public final class BodyReader {

    private static final TextRule NAME = TextRule.line(1, 200);
    private static final TextRule TAG = TextRule.line(0, 1_000);
    private static final int TAGS_READ_MAX = 1_000;
    private static final TextRule METADATA = TextRule.lines(Metadata.VALUE_LENGTH_MAX);

    private final ObjectNode body;
    private final Set<String> known = new LinkedHashSet<>();
    private final FieldReader values = new FieldReader();
    private final List<FieldError> unknownWithin = new ArrayList<>();
    private final List<Supplier<List<FieldError>>> alongside = new ArrayList<>();

    public BodyReader(ObjectNode body) {
        this.body = body;
    }

    /** Whether a field is given, including null. */
    public boolean has(String name) {
        known.add(name);
        return body.has(name);
    }

    /** Whether a field is given as null. */
    public boolean isNull(String name) {
        JsonNode node = body.get(name);
        return node != null && node.isNull();
    }

    /** Whether a field is given as a list without entries. */
    public boolean isEmptyList(String name) {
        JsonNode node = body.get(name);
        return node != null && node.isArray() && node.isEmpty();
    }

    /**
     * The members that the body changes (RFC 7396): the given fields, and for an object its entries, such as {@code
     * metadata/plan}.
     */
    public List<String> changed() {
        return body.properties().stream().flatMap(BodyReader::changed).toList();
    }

    private static Stream<String> changed(Map.Entry<String, JsonNode> field) {
        return field.getValue() instanceof ObjectNode object
                ? object.propertyNames().stream().map(entry -> field.getKey() + "/" + entry)
                : Stream.of(field.getKey());
    }

    /** The entries of the metadata that are given with a value. */
    public Map<String, String> metadata() {
        Map<String, String> found = Metadata.values(entries("metadata", NAME, METADATA));
        faults(Metadata.errors(found));
        return found;
    }

    /** The tags, each once. */
    public List<String> tags() {
        List<String> tags = texts("tags", TAGS_READ_MAX, TAG);
        faults(Tags.errors(tags));
        return tags.stream().distinct().toList();
    }

    /** An object of texts; entries that are given as null have no value. */
    public Map<String, Optional<String>> entries(String name, TextRule names, TextRule rule) {
        Map<String, Optional<String>> found = new LinkedHashMap<>();
        value(name)
                .ifPresent(node -> {
                    if (node instanceof ObjectNode object) {
                        object.properties()
                                .forEach(entry -> readEntry(name, entry, names, rule, found));
                    } else {
                        values.wrongType("/" + name, "an object of strings");
                    }
                });
        return found;
    }

    /** The value of an object field, read by the given function; its errors are collected here. */
    public <T> Optional<T> object(String name, Function<BodyReader, T> read) {
        return value(name)
                .flatMap(node -> {
                    if (!(node instanceof ObjectNode object)) {
                        return values.wrongType("/" + name, "an object");
                    }
                    BodyReader inner = new BodyReader(object);
                    T found = read.apply(inner);
                    inner.unknown().forEach(error -> unknownWithin.add(within(name, error)));
                    inner.values.errors().forEach(error -> fault(within(name, error)));
                    return Optional.of(found);
                });
    }

    /** Reads each object of a list. Errors in its fields are added here, with pointers that include the list. */
    public <T> List<T> objects(String name, int countMax, Function<BodyReader, T> read) {
        JsonNode list = value(name).orElseGet(Json.mapper()::createArrayNode);
        if (!list.isArray()) {
            values.wrongType("/" + name, "a list of objects");
            return List.of();
        }
        if (list.size() > countMax) {
            values.faulty("/" + name, "too_many", "Expected at most " + countMax + " entries.");
            return List.of();
        }
        BodyReader entries = new BodyReader(Json.object());
        for (int i = 0; i < list.size(); i++) {
            entries.body.set(Integer.toString(i), list.get(i));
            entries.require(Integer.toString(i));
        }
        List<T> found =
                IntStream.range(0, list.size())
                        .mapToObj(i -> entries.object(Integer.toString(i), read))
                        .flatMap(Optional::stream)
                        .toList();
        entries.unknown().forEach(error -> unknownWithin.add(within(name, error)));
        entries.values.errors().forEach(error -> fault(within(name, error)));
        return found;
    }

    private static FieldError within(String name, FieldError error) {
        return new FieldError("/" + name + error.pointer(), error.code(), error.detail());
    }

    /** A text. */
    public Optional<String> text(String name, TextRule rule) {
        return value(name).flatMap(node -> values.text("/" + name, node, rule));
    }

    /** A required text; empty if it is missing or invalid, which is then an error. */
    public String requiredText(String name, TextRule rule) {
        require(name);
        return text(name, rule).orElse("");
    }

    /** Records an error if a field is missing. */
    public void require(String name) {
        if (value(name).isEmpty()) {
            fault(new FieldError("/" + name, "required", name + " is required."));
        }
    }

    /** Records an error for each of these fields that is null, since they cannot be cleared. */
    public void notNull(String... names) {
        for (String name : names) {
            if (isNull(name)) {
                fault(new FieldError("/" + name, "not_nullable", name + " cannot be null."));
            }
        }
    }

    /** The value of a field as it was given; empty for null. */
    public Optional<JsonNode> json(String name) {
        Optional<JsonNode> found = value(name);
        found.flatMap(node -> LoneSurrogates.in(node, "/" + name)).ifPresent(this::fault);
        return found;
    }

    /** A whole number within bounds. */
    public Optional<Long> number(String name, long min, long max) {
        return value(name).flatMap(node -> values.number("/" + name, node, min, max));
    }

    /** A number within bounds. */
    public Optional<Double> decimal(String name, double min, double max) {
        return value(name).flatMap(node -> values.decimal("/" + name, node, min, max));
    }

    /** True or false. */
    public Optional<Boolean> flag(String name) {
        return value(name).flatMap(node -> values.flag("/" + name, node));
    }

    /** A time, in milliseconds. */
    public Optional<Instant> time(String name) {
        return value(name).flatMap(node -> values.time("/" + name, node));
    }

    /**
     * A list of texts, up to the first entry that is not a text, so that each has its index; empty if the field is absent, null
     * or invalid.
     */
    public List<String> texts(String name, int countMax, TextRule rule) {
        List<String> found = new ArrayList<>();
        value(name)
                .ifPresent(node -> {
                    if (!node.isArray()) {
                        values.wrongType("/" + name, "a list of strings");
                    } else if (node.size() > countMax) {
                        values.faulty(
                                "/" + name,
                                "too_many",
                                "Expected at most " + countMax + " entries.");
                    } else {
                        for (int i = 0; i < node.size(); i++) {
                            int place = i;
                            values.text("/" + name + "/" + i, node.get(i), rule)
                                    .filter(_ -> found.size() == place)
                                    .ifPresent(found::add);
                        }
                    }
                });
        return List.copyOf(found);
    }

    private void readEntry(
            String name,
            Map.Entry<String, JsonNode> entry,
            TextRule names,
            TextRule rule,
            Map<String, Optional<String>> found) {
        String pointer = "/" + name + "/" + Pointers.escaped(entry.getKey());
        Optional<FieldError> badName = names.objection(pointer, entry.getKey());
        badName.ifPresent(this::fault);
        if (badName.isEmpty()) {
            JsonNode value = entry.getValue();
            found.put(
                    entry.getKey(),
                    value.isNull() ? Optional.empty() : values.text(pointer, value, rule));
        }
    }

    /** Notes a field of the contract that is not built yet, unless it has a value that asks for nothing. */
    public void notYet(String name, String... neutral) {
        JsonNode node = value(name).orElse(null);
        boolean asksForNothing =
                node == null
                        || (node.isContainer() && node.isEmpty())
                        || (node.isString() && List.of(neutral).contains(node.stringValue()));
        if (!asksForNothing) {
            fault(new FieldError("/" + name, "not_supported_yet", name + " is not supported yet."));
        }
    }

    /** Notes something else that is wrong. */
    public void fault(FieldError error) {
        values.fault(error);
    }

    /** Records several errors. */
    public void faults(List<FieldError> more) {
        more.forEach(values::fault);
    }

    /**
     * Checks that run only if another field is invalid; otherwise the decider makes them, because it recognises repeated
     * requests.
     */
    public void alongside(Supplier<List<FieldError>> more) {
        alongside.add(more);
    }

    /** The value, unless there are errors. */
    public <T> Validated<T> checked(Supplier<T> value) {
        if (!values.errors().isEmpty()) {
            alongside.forEach(more -> faults(more.get()));
        }
        List<FieldError> unknown = unknown();
        if (!unknown.isEmpty()) {
            List<FieldError> all = new ArrayList<>(unknown);
            all.addAll(values.errors());
            return Validated.refused(
                    Problem.of(400, "unknown_field", unknown.getFirst().detail()).withFields(all));
        }
        return values.errors().isEmpty()
                ? Validated.valid(value.get())
                : Validated.refused(Problem.invalid(values.errors()));
    }

    private List<FieldError> unknown() {
        return Stream.concat(
                        UnknownFields.among(body.propertyNames(), known).stream(),
                        unknownWithin.stream())
                .toList();
    }

    private Optional<JsonNode> value(String name) {
        known.add(name);
        @Nullable JsonNode node = body.get(name);
        return node == null || node.isNull() ? Optional.empty() : Optional.of(node);
    }
}
