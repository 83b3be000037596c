package io.postrider.contract;

import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The documents of the contract that the build has made, with the address of this service in place of the one in the files, and
 * its names of topics and subjects.
 */
public enum PublishedContract {
    /** OpenAPI 3.1 as JSON. */
    OPENAPI_JSON("openapi.json"),

    /** OpenAPI 3.1 as YAML. */
    OPENAPI_YAML("openapi.yaml"),

    /** AsyncAPI 3.0 as JSON. */
    ASYNCAPI_JSON("asyncapi.json");

    /** The address in the built documents; no host has a name that ends in {@code invalid} (RFC 6761, section 6.4). */
    public static final String BASE_URL = "https://postrider.invalid";

    static final String FOLDER = "/io/postrider/contract/published/";

    private final String file;

    PublishedContract(String file) {
        this.file = file;
    }

    String file() {
        return file;
    }

    /** The document in UTF-8, for callers who find the service at a base URL. */
    public byte[] at(String baseUrl) {
        byte[] document =
                resource(FOLDER + file, baseUrl)
                        .orElseThrow(
                                () -> new IllegalStateException("the build has not made " + file));
        return this == ASYNCAPI_JSON ? prefixed(document) : document;
    }

    private static byte[] prefixed(byte[] document) {
        String text = new String(document, StandardCharsets.UTF_8);
        for (Topic topic : Topics.all()) {
            text = text.replace(NamePrefix.without(topic.name()), topic.name());
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A text that the build has made of the contract, in UTF-8, for callers who find the service at a base URL; empty if there
     * is no such resource.
     */
    public static Optional<byte[]> resource(String name, String baseUrl) {
        try (InputStream in = PublishedContract.class.getResourceAsStream(name)) {
            return Optional.ofNullable(in == null ? null : in.readAllBytes())
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                    .map(text -> text.replace(BASE_URL, baseUrl).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
