package io.postrider.outbound.egress;

import com.ibm.icu.text.IDNA;
import io.postrider.platform.net.IpLiteral;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the host of a URL, once and strictly, so that no later reader can understand another host. */
final class HostParser {

    private static final int NAME_LENGTH_MAX = 253;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?");
    private static final String ACE = "xn--";
    private static final IDNA UTS_46 =
            IDNA.getUTS46Instance(
                    IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);
    // What a resolver takes for a number: inet_aton knows decimal, octal and hexadecimal parts.
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    // The ideographic full stop separates labels for IDNA, yet normalises to itself. Sharp s, final
    // sigma and the
    // joiners name different hosts to IDNA 2003 and 2008.
    private static final String DISPUTED = "\u3002\u00df\u1e9e\u03c2\u200c\u200d";

    private HostParser() {}

    static ParseResult<TargetHost> parse(String host) {
        if (host.isEmpty()) {
            return ParseResult.refused("host_missing", "The URL has no host.");
        }
        if (host.startsWith("[")) {
            return literalV6(host.substring(1, host.length() - 1));
        }
        if (host.indexOf('%') >= 0) {
            return ParseResult.refused(
                    "host_invalid", "Expected a host that is not percent-encoded.");
        }
        if (host.endsWith(".")) {
            return ParseResult.refused(
                    "host_trailing_dot", "Expected a host that does not end with a dot.");
        }
        return ascii(host).then(HostParser::literalV4OrName);
    }

    private static ParseResult<TargetHost> literalV6(String text) {
        if (text.indexOf('%') >= 0) {
            return ParseResult.refused("host_zone_id", "Expected an address without a zone ID.");
        }
        return IpLiteral.parse(text)
                // The JDK turns a mapped address into IPv4: its literal would name another host.
                .filter(bytes -> bytes.length == 16 && IpLiteral.unmapped(bytes).length == 16)
                .filter(bytes -> IpLiteral.text(bytes).equals(text.toLowerCase(Locale.ROOT)))
                .map(HostParser::literal)
                .orElseGet(() ->
                        ParseResult.refused(
                                "host_not_canonical",
                                "Expected an IPv6 address in the format of RFC 5952, in groups of"
                                        + " hexadecimal digits."));
    }

    private static ParseResult<TargetHost> literalV4OrName(String ascii) {
        String[] labels = ascii.split("\\.", -1);
        // A host whose last label is a number is an address to every resolver, or to some of them.
        if (NUMBER.matcher(labels[labels.length - 1]).matches()) {
            return IpLiteral.parse(ascii)
                    .map(HostParser::literal)
                    .orElseGet(() ->
                            ParseResult.refused(
                                    "host_not_canonical",
                                    "Expected four decimal numbers from 0 to 255 as a numeric host."));
        }
        for (String label : labels) {
            if (!LABEL.matcher(label).matches()) {
                return ParseResult.refused("host_invalid", "The host is not a valid name.");
            }
        }
        return ascii.length() > NAME_LENGTH_MAX
                ? ParseResult.refused("host_invalid", "The host is too long.")
                : ParseResult.of(new TargetHost.Name(ascii));
    }

    private static ParseResult<TargetHost> literal(byte[] address) {
        return ParseResult.of(new TargetHost.Literal(IpLiteral.address(address)));
    }

    private static ParseResult<String> ascii(String host) {
        if (host.codePoints().anyMatch(HostParser::isAmbiguous)) {
            return ParseResult.refused(
                    "host_ambiguous",
                    "The host has ambiguous characters; write it in ASCII (xn--).");
        }
        List<String> labels = new ArrayList<>();
        for (String label : host.split("\\.", -1)) {
            Optional<String> ascii = asciiLabel(label);
            if (ascii.isEmpty()) {
                return ParseResult.refused(
                        "host_invalid", "The host has an invalid internationalized label.");
            }
            labels.add(ascii.get());
        }
        return ParseResult.of(String.join(".", labels));
    }

    /** Whether some reader could take a character beyond ASCII for an ASCII one, such as a full-width digit. */
    private static boolean isAmbiguous(int codePoint) {
        if (codePoint < 0x80) {
            return false;
        }
        String character = Character.toString(codePoint);
        String mapped =
                Normalizer.normalize(character, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        return DISPUTED.contains(character) || mapped.chars().anyMatch(c -> c < 0x80);
    }

    /** The label in lowercase ASCII, as browsers map it; empty if no name has such a label. */
    private static Optional<String> asciiLabel(String label) {
        String lower = label.toLowerCase(Locale.ROOT);
        if (lower.chars().allMatch(c -> c < 0x80) && !lower.startsWith(ACE)) {
            return Optional.of(lower);
        }
        IDNA.Info info = new IDNA.Info();
        String ascii = UTS_46.labelToASCII(label, new StringBuilder(), info).toString();
        // A label that loses all its special characters in the mapping reads as another host.
        return info.hasErrors() || !ascii.startsWith(ACE) ? Optional.empty() : Optional.of(ascii);
    }
}
