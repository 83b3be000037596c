package io.postrider.redirects;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.postrider.domain.links.Link;
import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/**
 * The page at {@code /{slug}+}: it shows the target of a link, or that the link is limited and shows its target to visitors who
 * follow it. Also the card that messengers get for a limited link.
 */
final class PreviewPage {

    private static final AsciiString ROBOTS_TAG = AsciiString.cached("x-robots-tag");
    private static final AsciiString NOINDEX = AsciiString.cached("noindex");
    private static final AsciiString SECURITY_POLICY =
            AsciiString.cached("content-security-policy");
    private static final AsciiString NOTHING_ALLOWED =
            AsciiString.cached(
                    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors"
                            + " 'none'");
    private static final AsciiString HTML = AsciiString.cached("text/html; charset=utf-8");
    private static final AsciiString JSON = AsciiString.cached("application/json");

    private static final String LIMITED =
            "<p>This short link allows a limited number of clicks. Its target is shown only to"
                    + " visitors who follow it.</p>";

    private PreviewPage() {}

    static FullHttpResponse of(RedirectRequest visit, PreparedLink link) {
        boolean html = RedirectResponses.prefersText(visit.headers().get(HttpHeaderNames.ACCEPT));
        return page(visit, html ? HTML : JSON, html ? html(link) : json(link));
    }

    static FullHttpResponse card(RedirectRequest visit, PreparedLink prepared) {
        Link link = prepared.entry().link();
        String title = link.title() == null ? link.domain() + "/" + link.slug() : link.title();
        String card =
                """
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <meta name="robots" content="noindex">
                <meta property="og:title" content="%1$s">
                <meta property="og:site_name" content="%2$s">
                <title>%1$s</title>
                <h1>%1$s</h1>
                <p>%2$s</p>
                %3$s
                </html>
                """
                        .formatted(escaped(title), escaped(link.domain()), LIMITED);
        return page(visit, HTML, card.getBytes(StandardCharsets.UTF_8));
    }

    private static FullHttpResponse page(RedirectRequest visit, AsciiString type, byte[] body) {
        FullHttpResponse response = RedirectResponses.page(visit, type, body);
        response.headers().add(ROBOTS_TAG, NOINDEX).add(SECURITY_POLICY, NOTHING_ALLOWED);
        return response;
    }

    private static byte[] json(PreparedLink prepared) {
        Link link = prepared.entry().link();
        ObjectNode node = Json.object();
        node.put("object", "link_preview");
        node.put("domain", link.domain());
        node.put("slug", link.slug());
        node.put("url", prepared.isLimited() ? null : prepared.location(null).toString());
        node.put("title", link.title());
        node.put("limited", prepared.isLimited());
        return Json.bytes(node);
    }

    private static byte[] html(PreparedLink prepared) {
        Link link = prepared.entry().link();
        String title = escaped(link.title() == null ? "" : link.title());
        String page =
                """
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <meta name="robots" content="noindex">
                <title>%1$s</title>
                <h1>%1$s</h1>
                <p>%2$s</p>
                %3$s
                </html>
                """
                        .formatted(
                                escaped(link.domain() + "/" + link.slug()),
                                title,
                                prepared.isLimited() ? LIMITED : target(prepared));
        return page.getBytes(StandardCharsets.UTF_8);
    }

    private static String target(PreparedLink prepared) {
        return """
        <p>This short link leads to:</p>
        <p><a href="%1$s" rel="noopener noreferrer nofollow">%1$s</a></p>\
        """
                .formatted(escaped(prepared.location(null).toString()));
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
