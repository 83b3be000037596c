package io.postrider.web.resource;

import io.postrider.platform.hashes.Sha256;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Preconditions;
import io.postrider.web.server.PublicAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The links and the ETag of a page of a list. */
final class ListPage {

    private static final int TAG_BYTES = 12;

    private ListPage() {}

    /** The page with both, or that the caller has it already. */
    static ApiResponse.Reply answer(ApiRequest request, ObjectNode body, PublicAddress address) {
        String etag = "\"" + digest(body) + "\"";
        ApiResponse.Reply reply =
                Preconditions.isKnown(request.headers(), etag)
                        ? ApiResponse.empty(304)
                        : ApiResponse.ok(body);
        return next(request, body, address)
                .map(url -> reply.with("Link", "<" + url + ">; rel=\"next\""))
                .orElse(reply)
                .with("ETag", etag);
    }

    private static Optional<String> next(
            ApiRequest request, ObjectNode body, PublicAddress address) {
        JsonNode cursor = body.get("next_cursor");
        if (cursor == null || !cursor.isString()) {
            return Optional.empty();
        }
        Map<String, String> query = new LinkedHashMap<>(request.parameters());
        query.put("cursor", cursor.stringValue());
        StringBuilder url = new StringBuilder(address.baseUrl()).append(request.path());
        char separator = '?';
        for (Map.Entry<String, String> parameter : query.entrySet()) {
            url.append(separator).append(parameter.getKey()).append('=');
            url.append(UriUtils.encode(parameter.getValue(), StandardCharsets.UTF_8));
            separator = '&';
        }
        return Optional.of(url.toString());
    }

    private static String digest(ObjectNode body) {
        return Sha256.hex(Json.bytes(body), TAG_BYTES);
    }
}
