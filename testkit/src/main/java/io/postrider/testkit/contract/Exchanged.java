package io.postrider.testkit.contract;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A request and its response.
 *
 * @param path without the query
 * @param headers of the answer, by names in lower case
 */
public record Exchanged(
        String method, String path, int status, Map<String, List<String>> headers, String body) {

    public Exchanged {
        Map<String, List<String>> lower = new TreeMap<>();
        headers.forEach((name, values) -> lower.put(name.toLowerCase(Locale.ROOT), values));
        headers = lower;
    }

    /** An answer whose body is bytes. */
    public static Exchanged of(
            String method,
            String target,
            int status,
            Map<String, List<String>> headers,
            byte[] body) {
        int query = target.indexOf('?');
        return new Exchanged(
                method,
                plain(query < 0 ? target : target.substring(0, query)),
                status,
                headers,
                new String(body, StandardCharsets.UTF_8));
    }

    /** In the one spelling in which the contract has it, whatever the request had. */
    private static String plain(String path) {
        return Arrays.stream(path.split("/", -1))
                .map(segment -> decoded(segment.replaceFirst(";.*", "")))
                .collect(Collectors.joining("/"));
    }

    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            // Malformed on purpose; nothing is to be found under it.
            return segment;
        }
    }

    /** The media type of the body without its parameters; empty if there is none. */
    String mediaType() {
        String type = String.join(",", headers.getOrDefault("content-type", List.of()));
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT);
    }
}
