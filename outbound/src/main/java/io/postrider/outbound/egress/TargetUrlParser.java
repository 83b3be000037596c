package io.postrider.outbound.egress;

import io.postrider.outbound.egress.ParseResult.Read;
import io.postrider.outbound.egress.ParseResult.Unreadable;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a caller's URL into its canonical form.
 *
 * <p>Written by hand because {@code java.net.URI} has no host for underscores and Unicode, takes port 99999, and decodes
 * what it should refuse: what is checked here must be what is called later.
 */
final class TargetUrlParser {

    private static final Pattern SHAPE =
            Pattern.compile("([a-z][a-z0-9+.-]*)://([^/?#]*)([^#]*)(?:#(.*))?", Pattern.DOTALL);
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
    private static final int PORT_MAX = 65_535;

    private TargetUrlParser() {}

    static ParseResult<TargetUrl> parse(String url, int lengthMax) {
        if (url.length() > lengthMax) {
            return tooLong(lengthMax);
        }
        ParseResult<TargetUrl> target = UrlText.checked(url).then(TargetUrlParser::parts);
        // Percent-encoding makes the canonical form longer than what was given.
        return target.then(
                t -> t.toString().length() > lengthMax ? tooLong(lengthMax) : ParseResult.of(t));
    }

    private static ParseResult<TargetUrl> tooLong(int lengthMax) {
        return ParseResult.refused(
                "url_too_long", "Expected a URL of at most " + lengthMax + " characters.");
    }

    private static ParseResult<TargetUrl> parts(String url) {
        int colon = Math.max(url.indexOf(':'), 0);
        String scheme = url.substring(0, colon).toLowerCase(Locale.ROOT);
        Matcher shape = SHAPE.matcher(scheme + url.substring(colon));
        if (!shape.matches()) {
            return ParseResult.refused(
                    "url_invalid", "Expected an absolute URL: https://host/path.");
        }
        if (!scheme.equals("https") && !scheme.equals("http")) {
            return ParseResult.refused(
                    "scheme_not_allowed", "Expected a URL that begins with https:// or http://.");
        }
        String fragment = shape.group(4);
        return authority(scheme, shape.group(2))
                .then(base -> withPath(base, shape.group(3)))
                .then(target ->
                        fragment == null ? ParseResult.of(target) : withFragment(target, fragment));
    }

    private static ParseResult<TargetUrl> authority(String scheme, String authority) {
        if (authority.indexOf('@') >= 0) {
            return ParseResult.refused(
                    "userinfo_not_allowed", "Expected a URL without a user name and password.");
        }
        int hostEnd = hostEnd(authority);
        if (hostEnd < 0) {
            return ParseResult.refused("host_invalid", "The host is not a valid name.");
        }
        return HostParser.parse(authority.substring(0, hostEnd))
                .then(host -> port(scheme, host, authority.substring(hostEnd)));
    }

    private static int hostEnd(String authority) {
        if (authority.startsWith("[")) {
            return authority.indexOf(']') + 1 > 1 ? authority.indexOf(']') + 1 : -1;
        }
        int colon = authority.indexOf(':');
        return colon < 0 ? authority.length() : colon;
    }

    private static ParseResult<TargetUrl> port(String scheme, TargetHost host, String rest) {
        if (rest.isEmpty()) {
            return ParseResult.of(
                    new TargetUrl(scheme, host, TargetUrl.defaultPort(scheme), "", null));
        }
        String digits = rest.substring(1);
        if (rest.charAt(0) != ':'
                || !PORT.matcher(digits).matches()
                || Integer.parseInt(digits) > PORT_MAX) {
            return ParseResult.refused("port_invalid", "Expected a port from 1 to 65535.");
        }
        return ParseResult.of(new TargetUrl(scheme, host, Integer.parseInt(digits), "", null));
    }

    private static ParseResult<TargetUrl> withPath(TargetUrl base, String path) {
        return UrlText.encoded(path)
                .then(p ->
                        ParseResult.of(
                                new TargetUrl(base.scheme(), base.host(), base.port(), p, null)));
    }

    private static ParseResult<TargetUrl> withFragment(TargetUrl base, String fragment) {
        return UrlText.encoded(fragment)
                .then(f ->
                        ParseResult.of(
                                new TargetUrl(
                                        base.scheme(), base.host(), base.port(), base.path(), f)));
    }

    static TargetCheck toCheck(ParseResult<TargetUrl> part) {
        return switch (part) {
            case Read<TargetUrl>(TargetUrl target) -> new TargetCheck.Accepted(target);
            case Unreadable<TargetUrl>(TargetCheck.Refused refusal) -> refusal;
        };
    }
}
