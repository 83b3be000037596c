package io.postrider.systemtests;

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

    /** The command of every operation as it stands before anybody has filled in anything, by the operation's id. */
    Map<String, String> all() throws IOException, InterruptedException {
        Map<String, String> commands = new LinkedHashMap<>();
        run(JSON.createObjectNode())
                .properties()
                .forEach(entry -> commands.put(entry.getKey(), entry.getValue().asString()));
        return commands;
    }

    /**
     * The command of an operation.
     *
     * @param path the values of its path, by their names
     * @param body null for the body that the page proposes
     */
    String of(String operation, Map<String, String> path, @Nullable String body)
            throws IOException, InterruptedException {
        ObjectNode fill = JSON.createObjectNode();
        ObjectNode parameters = fill.putObject(operation).putObject("parameters");
        path.forEach((name, value) -> parameters.put("path " + name, value));
        if (body != null) {
            fill.withObject(operation).put("body", body);
        }
        return run(fill).path(operation).asString();
    }

    private JsonNode run(ObjectNode fill) throws IOException, InterruptedException {
        if (!Files.exists(PROGRAM)) {
            throw new IllegalStateException(
                    "no " + PROGRAM + "; the build of the console makes it");
        }
        ObjectNode input = JSON.createObjectNode();
        input.set("document", document);
        input.set("fill", fill);
        return JSON.readTree(
                Programs.run(
                        BuiltTree.ROOT, input.toString(), List.of("node", PROGRAM.toString())));
    }
}
