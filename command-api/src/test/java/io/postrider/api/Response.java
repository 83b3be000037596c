package io.postrider.api;

import java.util.List;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/** What a caller was answered. */
public record Response(int status, HttpHeaders headers, String text, JsonNode body) {

    /** A header, or an empty text. */
    public String header(String name) {
        String value = headers.getFirst(name);
        return value == null ? "" : value;
    }

    /** A member of the body as text, or an empty text. */
    public String member(String name) {
        return body.path(name).asString("");
    }

    /** The code of a problem. */
    public String code() {
        return member("code");
    }

    /** The pointers and codes of a problem's errors, as {@code #/url required}. */
    public List<String> errors() {
        return body.path("errors").values().stream()
                .map(error ->
                        error.path("pointer").asString(error.path("parameter").asString(""))
                                + " "
                                + error.path("code").asString(""))
                .toList();
    }
}
