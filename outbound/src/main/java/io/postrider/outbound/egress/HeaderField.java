package io.postrider.outbound.egress;

import java.util.regex.Pattern;

/** One header field of an outbound request: a token and a value that cannot break out of its line. */
public record HeaderField(String name, String value) {

    static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");
    static final Pattern VALUE = Pattern.compile("(?:[!-~](?:[ \\t!-~]*[!-~])?)?");

    public HeaderField {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("header name: " + name + " (expected: a token)");
        }
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "value of header " + name + " (expected: visible ASCII, inner blanks)");
        }
    }

    /** The name alone: values of headers may be secrets. */
    @Override
    public String toString() {
        return name + ": ***";
    }
}
