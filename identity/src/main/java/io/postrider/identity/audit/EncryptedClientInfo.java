package io.postrider.identity.audit;

import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Actor;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.catalogue.AuditJson;
import io.postrider.schemas.json.Json;
import io.postrider.web.route.AuditTrail.Origin;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Decrypts the client address and user agent of audit entries, as long as the key exists. */
final class EncryptedClientInfo {

    private static final String IP = "ip";
    private static final String USER_AGENT = "user_agent";

    private final SecretBox box;

    EncryptedClientInfo(SecretBox box) {
        this.box = box;
    }

    /** The plain text that is sealed. */
    static String text(Origin origin) {
        return Json.mapper()
                .writeValueAsString(
                        Json.object().put(IP, origin.ip()).put(USER_AGENT, origin.userAgent()));
    }

    /** Adds the decrypted client information to an entry of a workspace. */
    void open(String workspace, ObjectNode entry) {
        Optional<JsonNode> opened =
                Optional.ofNullable(entry.remove(AuditJson.SEALED))
                        .filter(JsonNode::isString)
                        .flatMap(sealed -> opened(workspace, entry, sealed.stringValue()));
        show(entry, IP, opened);
        show(entry, USER_AGENT, opened);
    }

    private Optional<JsonNode> opened(String workspace, ObjectNode entry, String sealed) {
        Actor actor =
                new Actor(entry.at("/actor/type").asString(""), entry.at("/actor/id").asString(""));
        return box.open(
                        AuditRecord.keyholder(workspace, actor),
                        AuditRecord.purpose(entry.path("id").asString("")),
                        sealed)
                .map(text -> Json.mapper().readTree(text));
    }

    private static void show(ObjectNode entry, String name, Optional<JsonNode> opened) {
        entry.put(
                name,
                opened.map(origin -> origin.path(name).asString(""))
                        .filter(text -> !text.isEmpty())
                        .orElse(null));
    }
}
