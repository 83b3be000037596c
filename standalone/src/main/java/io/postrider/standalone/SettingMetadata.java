package io.postrider.standalone;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Reads the metadata of the settings, which the build makes of the records that they are bound to. */
final class SettingMetadata {

    private static final String FILE = "META-INF/spring-configuration-metadata.json";
    private static final String PREFIX = "postrider.";

    private SettingMetadata() {}

    /** The metadata of every property of Postrider by its name. */
    static Map<String, JsonNode> properties() {
        Map<String, JsonNode> all = new TreeMap<>();
        ObjectMapper json = new ObjectMapper();
        try {
            for (URL url :
                    Collections.list(SettingMetadata.class.getClassLoader().getResources(FILE))) {
                String text = text(url);
                // Those of libraries are large.
                if (text.contains('"' + PREFIX)) {
                    json.readTree(text)
                            .path("properties")
                            .forEach(property -> {
                                String name = property.path("name").asString();
                                if (name.startsWith(PREFIX)) {
                                    all.put(name, property);
                                }
                            });
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
        return all;
    }

    private static String text(URL url) throws IOException {
        try (InputStream in = url.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
