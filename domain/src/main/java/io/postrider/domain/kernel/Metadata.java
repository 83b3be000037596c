package io.postrider.domain.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The metadata of a resource, which callers define: the rules of its entries, and its updates. */
public final class Metadata {

    public static final int ENTRIES_MAX = 50;
    public static final int KEY_LENGTH_MAX = 60;
    public static final int VALUE_LENGTH_MAX = 500;

    private static final String WHOLE = "metadata";
    private static final String ENTRY = WHOLE + "/";

    private Metadata() {}

    /** The errors of a set of metadata; each points to an entry, or to the whole set. */
    public static List<FieldError> errors(Map<String, String> metadata) {
        List<FieldError> errors = new ArrayList<>();
        if (metadata.size() > ENTRIES_MAX) {
            errors.add(
                    new FieldError(
                            "/" + WHOLE,
                            "too_many",
                            "Expected at most " + ENTRIES_MAX + " entries."));
        }
        metadata.entrySet().stream()
                .limit(ENTRIES_MAX)
                .filter(Metadata::isOversize)
                .forEach(entry ->
                        errors.add(
                                new FieldError(
                                        "/" + ENTRY + escaped(entry.getKey()),
                                        "invalid_length",
                                        "Expected a key of 1 to %d and a value of 0 to %d characters."
                                                .formatted(KEY_LENGTH_MAX, VALUE_LENGTH_MAX))));
        return errors;
    }

    /** The entries of a change that have a value. */
    public static Map<String, String> values(Map<String, Optional<String>> change) {
        Map<String, String> values = new LinkedHashMap<>();
        change.forEach((key, value) -> value.ifPresent(text -> values.put(key, text)));
        return values;
    }

    /**
     * The metadata after a patch.
     *
     * @param changed what the patch changes: {@code metadata} stands for all of it, {@code metadata/plan} for one entry
     * @param given the values after the change; an entry that is listed and has none is removed
     */
    public static Map<String, String> patched(
            Map<String, String> present, List<String> changed, Map<String, String> given) {
        return patched(WHOLE, present, changed, given);
    }

    /** The same for another field with entries. */
    public static Map<String, String> patched(
            String field,
            Map<String, String> present,
            List<String> changed,
            Map<String, String> given) {
        if (changed.contains(field)) {
            return given;
        }
        String entry = field + "/";
        Map<String, String> result = new LinkedHashMap<>(present);
        changed.stream()
                .filter(name -> name.startsWith(entry))
                .map(name -> name.substring(entry.length()))
                .forEach(key -> result.compute(key, (_, _) -> given.get(key)));
        return result;
    }

    private static boolean isOversize(Map.Entry<String, String> entry) {
        return entry.getKey().isEmpty()
                || entry.getKey().length() > KEY_LENGTH_MAX
                || entry.getValue().length() > VALUE_LENGTH_MAX;
    }

    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
