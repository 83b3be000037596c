package io.postrider.standalone.firstrun;

import io.postrider.domain.kernel.Base62;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.keys.KeyToken;
import io.postrider.platform.files.PrivateFile;
import io.postrider.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The ids and secrets of the first run, all generated before anything is sent: an interrupted run continues with the same ones,
 * so nothing is created twice and every valid key was shown.
 */
record Credentials(
        String email,
        String password,
        String userId,
        String workspaceId,
        String keyId,
        String apiKey,
        Instant at) {

    private static final int PASSWORD_BYTES = 18;

    static Credentials fresh(Instant at, SecureRandom random) {
        return new Credentials(
                "owner@localhost",
                password(random),
                id(IdKind.USR, at, random),
                id(IdKind.WS, at, random),
                id(IdKind.KEY, at, random),
                new KeyToken(
                                "live",
                                base62(random, KeyToken.PUBLIC_ID_LENGTH),
                                base62(random, KeyToken.SECRET_LENGTH))
                        .text(),
                at);
    }

    /** The content written by {@link #writeDraft}. */
    static Credentials readDraft(Path file) throws IOException {
        JsonNode node = Json.mapper().readTree(Files.readAllBytes(file));
        return new Credentials(
                node.path("email").asString(),
                node.path("password").asString(),
                node.path("user_id").asString(),
                node.path("workspace_id").asString(),
                node.path("key_id").asString(),
                node.path("api_key").asString(),
                Instant.ofEpochMilli(node.path("at").asLong()));
    }

    void writeDraft(Path file) throws IOException {
        ObjectNode node = Json.object();
        node.put("email", email);
        node.put("password", password);
        node.put("user_id", userId);
        node.put("workspace_id", workspaceId);
        node.put("key_id", keyId);
        node.put("api_key", apiKey);
        node.put("at", at.toEpochMilli());
        write(file, node);
    }

    /** Writes the file that the owner reads. */
    void publish(Path file, String baseUrl) throws IOException {
        ObjectNode node = Json.object();
        node.put("base_url", baseUrl);
        node.put("email", email);
        node.put("password", password);
        node.put("workspace_id", workspaceId);
        node.put("api_key", apiKey);
        write(file, node);
    }

    private static void write(Path file, ObjectNode node) throws IOException {
        String text = Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(node);
        PrivateFile.write(file, text + "\n");
    }

    private static String id(IdKind kind, Instant at, SecureRandom random) {
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        return Id.of(kind, Uuids.v7(at, bits));
    }

    private static String password(SecureRandom random) {
        byte[] bytes = new byte[PASSWORD_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String base62(SecureRandom random, int length) {
        byte[] bytes = new byte[length * 2];
        while (true) {
            random.nextBytes(bytes);
            var text = Base62.text(bytes, length);
            if (text.isPresent()) {
                return text.get();
            }
        }
    }

    @Override
    public String toString() {
        return "Credentials[" + workspaceId + ", " + keyId + "]";
    }
}
