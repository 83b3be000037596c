package io.postrider.contract;

import io.postrider.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The files in which the contract is written, put together to one document. */
final class ContractFiles {

    /** The file that lists the others. */
    static final String ROOT = "openapi.yaml";

    private static final String FOLDER = "/io/postrider/contract/";
    private static final String SURFACES = "x-postrider-surfaces";
    private static final String REFERENCE = "$ref";

    private final Map<String, ObjectNode> files = new LinkedHashMap<>();

    private ContractFiles() {}

    /** One document, in which references lead to places of its own. */
    static ObjectNode joined() {
        ContractFiles read = new ContractFiles();
        ObjectNode root = read.file(ROOT);
        ArrayNode surfaces = (ArrayNode) root.remove(SURFACES);
        surfaces.forEach(surface -> read.file(surface.stringValue()));
        read.files.forEach(read::resolve);
        surfaces.forEach(surface -> read.join(root, surface.stringValue()));
        return root;
    }

    private ObjectNode file(String name) {
        try (InputStream in = ContractFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException("the contract has no file " + name);
            }
            ObjectNode read = (ObjectNode) Yaml.mapper().readTree(in);
            files.put(name, read);
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    private void resolve(String file, JsonNode node) {
        if (node instanceof ObjectNode object && object.path(REFERENCE).isString()) {
            object.put(REFERENCE, resolved(file, object.path(REFERENCE).stringValue()));
        }
        node.forEach(child -> resolve(file, child));
    }

    /** A reference within the one document; one that leads nowhere is a fault of who wrote it. */
    private String resolved(String file, String reference) {
        int hash = reference.indexOf('#');
        String target = hash > 0 ? reference.substring(0, hash) : file;
        String pointer = reference.substring(hash + 1);
        ObjectNode there = files.get(target);
        if (hash < 0 || there == null || there.at(pointer).isMissingNode()) {
            throw new IllegalStateException(file + ": " + reference + " leads nowhere");
        }
        return "#" + pointer;
    }

    private void join(ObjectNode root, String name) {
        ObjectNode surface = Objects.requireNonNull(files.get(name));
        surface.path("tags").forEach(tag -> root.withArray("tags").add(tag));
        add(name, "paths", root.withObject("paths"), surface.path("paths"));
        surface.path("components")
                .properties()
                .forEach(kind ->
                        add(
                                name,
                                kind.getKey(),
                                root.withObject("components").withObject("/" + kind.getKey()),
                                kind.getValue()));
        surface.properties().stream()
                .filter(member -> member.getKey().startsWith("x-"))
                .forEach(member -> root.set(member.getKey(), member.getValue()));
    }

    private static void add(String file, String kind, ObjectNode to, JsonNode more) {
        more.properties()
                .forEach(entry -> {
                    if (to.has(entry.getKey())) {
                        throw new IllegalStateException(
                                file + ": a second " + entry.getKey() + " among " + kind);
                    }
                    to.set(entry.getKey(), entry.getValue());
                });
    }

    /** A reference to a component. */
    static ObjectNode reference(String kind, String name) {
        return Json.object().put(REFERENCE, "#/components/" + kind + "/" + name);
    }
}
