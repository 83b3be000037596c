package io.postrider.models;

import io.postrider.domain.models.ConnectionPatch;
import io.postrider.domain.models.ModelConnection;
import io.postrider.outbound.egress.HeaderField;
import io.postrider.platform.secrets.SecretBox;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Seals the secrets of a connection, and opens them for a call. Some providers read their key from their own header, so every
 * header is a secret.
 */
final class ConnectionSecrets {

    private final SecretBox box;

    ConnectionSecrets(SecretBox box) {
        this.box = box;
    }

    /** The patch with its secrets sealed; empty if the workspace's data key is not known here. */
    Optional<ConnectionPatch> seal(String workspace, String id, ConnectionPatch plain) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, String> header : plain.headers().entrySet()) {
            Optional<String> sealed =
                    box.seal(workspace, ofHeader(id, header.getKey()), header.getValue());
            if (sealed.isEmpty()) {
                return Optional.empty();
            }
            headers.put(header.getKey(), sealed.get());
        }
        String key = plain.apiKey();
        return key == null
                ? Optional.of(plain.withSecrets(headers, null))
                : box.seal(workspace, ofKey(id), key)
                        .map(sealed -> plain.withSecrets(headers, sealed));
    }

    /** The header fields that a call carries; empty if one of them cannot be opened. */
    Optional<List<HeaderField>> open(ModelConnection connection) {
        List<HeaderField> fields = new ArrayList<>();
        for (Map.Entry<String, String> header : connection.headers().entrySet()) {
            String purpose = ofHeader(connection.id(), header.getKey());
            Optional<String> opened = box.open(connection.workspace(), purpose, header.getValue());
            if (opened.isEmpty()) {
                return Optional.empty();
            }
            fields.add(new HeaderField(header.getKey(), opened.get()));
        }
        String sealed = connection.apiKey();
        if (sealed == null) {
            return Optional.of(fields);
        }
        return box.open(connection.workspace(), ofKey(connection.id()), sealed)
                .map(key -> {
                    fields.add(new HeaderField("authorization", "Bearer " + key));
                    return fields;
                });
    }

    private static String ofKey(String id) {
        return id + "/api_key";
    }

    private static String ofHeader(String id, String name) {
        return id + "/headers/" + name;
    }
}
