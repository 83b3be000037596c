package io.postrider.redirects;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * A target to which the visitor's query parameters are added. A parameter of the visitor replaces the target's parameters of
 * the same name. Added parameters are between question mark and fragment and percent-encoded if necessary, so a visitor cannot
 * change the host or the path.
 */
final class ForwardedQuery {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String QUERY_PUNCTUATION = "-._~!$&'()*+,;=:@/?[]";

    private final String base;
    private final List<Parameter> own;
    private final String fragment;

    /**
     * One parameter.
     *
     * @param name decoded name, for comparison only
     */
    private record Parameter(String name, String raw) {}

    /** @param target an absolute URL in canonical form */
    ForwardedQuery(String target) {
        int hash = target.indexOf('#');
        this.fragment = hash < 0 ? "" : target.substring(hash);
        String plain = hash < 0 ? target : target.substring(0, hash);
        int mark = plain.indexOf('?');
        this.base = mark < 0 ? plain : plain.substring(0, mark);
        this.own = mark < 0 ? List.of() : parameters(plain.substring(mark + 1));
    }

    /** The target with a visitor's query, as sent. */
    String with(String query) {
        List<Parameter> added = parameters(encoded(query));
        Set<String> names = new HashSet<>();
        added.forEach(parameter -> names.add(parameter.name()));
        StringBuilder out = new StringBuilder(base);
        char separator = '?';
        for (Parameter parameter : own) {
            if (!names.contains(parameter.name())) {
                out.append(separator).append(parameter.raw());
                separator = '&';
            }
        }
        for (Parameter parameter : added) {
            out.append(separator).append(parameter.raw());
            separator = '&';
        }
        return out.append(fragment).toString();
    }

    private static List<Parameter> parameters(String query) {
        List<Parameter> found = new ArrayList<>();
        for (int from = 0; from <= query.length(); ) {
            int ampersand = query.indexOf('&', from);
            int to = ampersand < 0 ? query.length() : ampersand;
            if (to > from) {
                String raw = query.substring(from, to);
                int equals = raw.indexOf('=');
                found.add(new Parameter(decoded(equals < 0 ? raw : raw.substring(0, equals)), raw));
            }
            from = to + 1;
        }
        return found;
    }

    /** The bytes that a name stands for, as characters: names are compared, never shown. */
    private static String decoded(String name) {
        StringBuilder out = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '%' && isEscape(name, i)) {
                out.append((char) HexFormat.fromHexDigits(name, i + 1, i + 3));
                i += 2;
            } else {
                out.append(c == '+' ? ' ' : c);
            }
        }
        return out.toString();
    }

    private static String encoded(String query) {
        StringBuilder out = new StringBuilder(query.length());
        byte[] bytes = query.getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < bytes.length; i++) {
            char c = (char) (bytes[i] & 0xff);
            if (isPlain(c) || (c == '%' && isEscape(query, i))) {
                out.append(c);
            } else {
                out.append('%').append(HEX.toHexDigits(bytes[i]));
            }
        }
        return out.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || QUERY_PUNCTUATION.indexOf(c) >= 0;
    }

    private static boolean isEscape(String text, int percent) {
        return percent + 2 < text.length()
                && HexFormat.isHexDigit(text.charAt(percent + 1))
                && HexFormat.isHexDigit(text.charAt(percent + 2));
    }
}
