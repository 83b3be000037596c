package io.postrider.redirects;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.util.Iterator;

/** The validity of a request's head, whatever its target. */
enum RequestHead {
    SOUND,
    UNREADABLE,
    OTHER_VERSION,
    BAD_HOST;

    private static final int PORT_DIGITS_MAX = 5;
    private static final int PORT_MAX = 65_535;

    static RequestHead of(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return UNREADABLE;
        }
        if (request.protocolVersion().majorVersion() != 1) {
            return OTHER_VERSION;
        }
        return namesOneHost(request) ? SOUND : BAD_HOST;
    }

    /** RFC 9112, section 3.2: without a host, or with two, the host of a request is unknown. */
    private static boolean namesOneHost(HttpRequest request) {
        Iterator<? extends CharSequence> hosts =
                request.headers().valueCharSequenceIterator(HttpHeaderNames.HOST);
        if (!hosts.hasNext()) {
            return request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        }
        CharSequence host = hosts.next();
        return !hosts.hasNext() && isHost(host);
    }

    private static boolean isHost(CharSequence text) {
        int length = text.length();
        int end = length > 0 && text.charAt(0) == '[' ? literalEnd(text) : nameEnd(text);
        return end > 0 && (end == length || (text.charAt(end) == ':' && isPort(text, end + 1)));
    }

    /** The end of a possible DNS name; other characters that the grammar allows belong to no host. */
    private static int nameEnd(CharSequence text) {
        int end = 0;
        while (end < text.length() && isOfName(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isOfName(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '-'
                || c == '_';
    }

    private static int literalEnd(CharSequence text) {
        String host = text.toString();
        int end = host.indexOf(']') + 1;
        return end > 0 && NetUtil.isValidIpV6Address(host.substring(1, end - 1)) ? end : 0;
    }

    /** One digit at least, although the grammar can do without: the server beneath cannot. */
    private static boolean isPort(CharSequence text, int from) {
        int port = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9' || i - from >= PORT_DIGITS_MAX) {
                return false;
            }
            port = 10 * port + c - '0';
        }
        return from < text.length() && port <= PORT_MAX;
    }
}
