package io.postrider.platform.reads;

import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Questions and answers as they travel between nodes: JSON, read by nodes of the same and the next version. */
public final class ReadWire {

    /** The path at which a node accepts queries. */
    public static final String PATH = "/internal/reads";

    private ReadWire() {}

    /** The message is not in this format. */
    public static final class MalformedReadException extends RuntimeException {
        public MalformedReadException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** A question as bytes. */
    public static byte[] bytes(Query question) {
        ObjectNode out = Json.object();
        out.put("name", question.name());
        out.put("workspace", question.workspace());
        out.put("tenant", question.tenant());
        out.set("parameters", Json.texts(question.parameters()));
        ConsistencyToken token = question.token();
        out.put("token", token == null ? null : token.text());
        out.put("patience_ms", question.longest().toMillis());
        Query.Part part = question.part();
        if (part != null) {
            part.partitions().forEach(out.putArray("partitions")::add);
            out.put("standby", part.standby());
        }
        return Json.bytes(out);
    }

    /**
     * The question that bytes hold.
     *
     * @throws MalformedReadException if they hold none
     */
    public static Query question(byte[] bytes) {
        JsonNode in = tree(bytes);
        Map<String, String> parameters = new HashMap<>();
        for (Map.Entry<String, JsonNode> entry : in.path("parameters").properties()) {
            parameters.put(entry.getKey(), entry.getValue().asString());
        }
        String workspace = text(in, "workspace");
        return new Query(
                text(in, "name"),
                workspace,
                // A node of the version before names none.
                in.path("tenant").asString(workspace),
                parameters,
                in.path("token").isString() ? token(text(in, "token")) : null,
                Duration.ofMillis(in.path("patience_ms").asLong(0)),
                part(in));
    }

    private static Query.@Nullable Part part(JsonNode in) {
        if (in.path("partitions").isMissingNode()) {
            return null;
        }
        Set<Integer> partitions = new HashSet<>();
        in.path("partitions").forEach(partition -> partitions.add(partition.asInt(-1)));
        return new Query.Part(partitions, in.path("standby").asBoolean(false));
    }

    /** An answer as bytes. */
    public static byte[] bytes(QueryResult answer) {
        ObjectNode out = Json.object();
        out.put("answer", Kind.of(answer).label());
        switch (answer) {
            case QueryResult.Found(ObjectNode body, Long version, boolean stale) -> {
                out.put("version", version).put("stale", stale);
                out.set("body", body);
            }
            case QueryResult.Part(Rows<ObjectNode> rows, boolean stale) ->
                    write(rows, out.put("stale", stale));
            case QueryResult.BadParameter(FieldError error) ->
                    out.put("pointer", error.pointer())
                            .put("code", error.code())
                            .put("detail", error.detail());
            case QueryResult.Missing _,
                    QueryResult.Behind _,
                    QueryResult.CursorMismatch _,
                    QueryResult.ShareExceeded _,
                    QueryResult.Unavailable _ -> {}
        }
        return Json.bytes(out);
    }

    /**
     * The answer that bytes hold.
     *
     * @throws MalformedReadException if they hold none
     */
    public static QueryResult answer(byte[] bytes) {
        JsonNode in = tree(bytes);
        return switch (Kind.labelled(text(in, "answer"))) {
            case FOUND -> new QueryResult.Found(body(in), version(in), stale(in));
            case PART -> new QueryResult.Part(rows(in), stale(in));
            case MISSING -> new QueryResult.Missing();
            case BEHIND -> new QueryResult.Behind();
            case CURSOR_MISMATCH -> new QueryResult.CursorMismatch();
            case BAD_PARAMETER ->
                    new QueryResult.BadParameter(
                            new FieldError(
                                    text(in, "pointer"), text(in, "code"), text(in, "detail")));
            case SHARE_EXCEEDED -> new QueryResult.ShareExceeded();
            case UNAVAILABLE -> new QueryResult.Unavailable();
        };
    }

    /** The kinds of answers by the names they travel under. */
    private enum Kind {
        FOUND,
        PART,
        MISSING,
        BEHIND,
        CURSOR_MISMATCH,
        BAD_PARAMETER,
        SHARE_EXCEEDED,
        UNAVAILABLE;

        static Kind of(QueryResult answer) {
            return switch (answer) {
                case QueryResult.Found _ -> FOUND;
                case QueryResult.Part _ -> PART;
                case QueryResult.Missing _ -> MISSING;
                case QueryResult.Behind _ -> BEHIND;
                case QueryResult.CursorMismatch _ -> CURSOR_MISMATCH;
                case QueryResult.BadParameter _ -> BAD_PARAMETER;
                case QueryResult.ShareExceeded _ -> SHARE_EXCEEDED;
                case QueryResult.Unavailable _ -> UNAVAILABLE;
            };
        }

        String label() {
            return switch (this) {
                case FOUND -> "found";
                case PART -> "part";
                case MISSING -> "missing";
                case BEHIND -> "behind";
                case CURSOR_MISMATCH -> "cursor_mismatch";
                case BAD_PARAMETER -> "bad_parameter";
                case SHARE_EXCEEDED -> "share_exceeded";
                case UNAVAILABLE -> "unavailable";
            };
        }

        static Kind labelled(String label) {
            for (Kind kind : values()) {
                if (kind.label().equals(label)) {
                    return kind;
                }
            }
            throw new MalformedReadException("unknown answer: " + label, null);
        }
    }

    private static void write(Rows<ObjectNode> part, ObjectNode out) {
        out.put("stopped_at", part.stoppedAt());
        ArrayNode rows = out.putArray("rows");
        for (Rows.Row<ObjectNode> row : part.rows()) {
            rows.addObject()
                    .put("place", row.place())
                    .put("version", row.version())
                    .set("body", row.resource());
        }
    }

    private static Rows<ObjectNode> rows(JsonNode in) {
        if (!in.path("rows").isArray()) {
            throw new MalformedReadException("no rows", null);
        }
        List<Rows.Row<ObjectNode>> rows = new ArrayList<>();
        for (JsonNode row : in.path("rows")) {
            rows.add(new Rows.Row<>(bytes(row, "place"), body(row), row.path("version").asLong(0)));
        }
        return new Rows<>(rows, in.path("stopped_at").isNull() ? null : bytes(in, "stopped_at"));
    }

    private static byte[] bytes(JsonNode in, String member) {
        try {
            return Base64.getDecoder().decode(text(in, member));
        } catch (IllegalArgumentException e) {
            throw new MalformedReadException("no " + member, e);
        }
    }

    private static ConsistencyToken token(String text) {
        return ConsistencyToken.parse(text)
                .orElseThrow(() -> new MalformedReadException("unknown token: " + text, null));
    }

    private static ObjectNode body(JsonNode in) {
        if (in.path("body") instanceof ObjectNode body) {
            return body;
        }
        throw new MalformedReadException("no body", null);
    }

    private static @Nullable Long version(JsonNode in) {
        return in.path("version").isNumber() ? in.path("version").asLong() : null;
    }

    private static boolean stale(JsonNode in) {
        return in.path("stale").asBoolean(false);
    }

    private static String text(JsonNode in, String member) {
        JsonNode value = in.path(member);
        if (!value.isString()) {
            throw new MalformedReadException("no " + member, null);
        }
        return value.asString();
    }

    private static JsonNode tree(byte[] bytes) {
        try {
            return Json.mapper().readTree(bytes);
        } catch (JacksonException e) {
            throw new MalformedReadException("no JSON", e);
        }
    }
}
