package io.postrider.systemtests;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The commands of the console's API reference, made by its own code, which runs without a page too. */
final class ReferenceCommands {

    private static final Path PROGRAM =
            BuiltTree.ROOT.resolve("console/target/reference/reference-commands.js");
    private static final JsonMapper JSON = new JsonMapper();

    private final JsonNode document;

    ReferenceCommands(JsonNode document) {
        this.document = document;
    }

    /** The command of every operation before any value is filled in, by the operation's id. */
    Map<String, String> all() throws IOException, InterruptedException {
        return of(Map.of());
    }

    /**
     * The values of an operation.
     *
     * @param path those of its path, by their names
     * @param body null for the body that the page proposes
     */
    record Fill(Map<String, String> path, @Nullable String body) {}

    /** The commands of all operations, those with values filled in; by the operation's id. */
    Map<String, String> of(Map<String, Fill> fills) throws IOException, InterruptedException {
        return texts(filled(fills), null);
    }

    private static ObjectNode filled(Map<String, Fill> fills) {
        ObjectNode filled = JSON.createObjectNode();
        fills.forEach((operation, fill) -> {
            ObjectNode parameters = filled.putObject(operation).putObject("parameters");
            fill.path().forEach((name, value) -> parameters.put("path " + name, value));
            if (fill.body() != null) {
                filled.withObject(operation).put("body", fill.body());
            }
        });
        return filled;
    }

    private Map<String, String> texts(ObjectNode filled, @Nullable String language)
            throws IOException, InterruptedException {
        Map<String, String> texts = new LinkedHashMap<>();
        run(filled, language)
                .properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asString()));
        return texts;
    }

    /** The programs of all operations in a language, for the same values. */
    Map<String, String> programs(String language, Map<String, Fill> fills)
            throws IOException, InterruptedException {
        return texts(filled(fills), language);
    }

    /** The command of one operation with its values. */
    String of(String operation, Fill fill) throws IOException, InterruptedException {
        return requireNonNull(of(Map.of(operation, fill)).get(operation));
    }

    private JsonNode run(ObjectNode fill, @Nullable String language)
            throws IOException, InterruptedException {
        if (!Files.exists(PROGRAM)) {
            throw new IllegalStateException(
                    "no " + PROGRAM + "; the build of the console makes it");
        }
        ObjectNode input = JSON.createObjectNode();
        input.set("document", document);
        input.set("fill", fill);
        if (language != null) {
            input.put("language", language);
        }
        return JSON.readTree(
                Programs.run(
                        BuiltTree.ROOT, input.toString(), List.of("node", PROGRAM.toString())));
    }
}
