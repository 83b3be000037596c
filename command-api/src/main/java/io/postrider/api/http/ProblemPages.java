package io.postrider.api.http;

import io.postrider.contract.ProblemCode;
import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the {@code type} of a problem leads to: a page that says what is the matter and what to do about it. */
final class ProblemPages implements ApiRoutes {

    /** Below the base address; nothing of it can be a short link. */
    static final String PATH = "/errors";

    private static final MediaType HTML = new MediaType("text", "html", StandardCharsets.UTF_8);
    private static final Map<String, String> HEADERS =
            Map.of(
                    "X-Robots-Tag",
                    "noindex",
                    "Content-Security-Policy",
                    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

    private final PublicAddress address;

    ProblemPages(PublicAddress address) {
        this.address = address;
    }

    /** The type of problems with a code. */
    static String type(PublicAddress address, String code) {
        return address.baseUrl() + PATH + "/" + code;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(PATH)
                        .open()
                        .producing(MediaType.APPLICATION_JSON, MediaType.TEXT_HTML)
                        .to(request -> Mono.just(all(request))),
                ApiRoute.get(PATH + "/{code}")
                        .open()
                        .producing(MediaType.APPLICATION_JSON, MediaType.TEXT_HTML)
                        .to(request -> Mono.just(one(request))));
    }

    private Answer all(ApiRequest request) {
        return answer(request, "Errors", this::list, ProblemPages::htmlList);
    }

    private Answer one(ApiRequest request) {
        return ProblemCode.of(request.variable("code"))
                .map(known ->
                        answer(
                                request,
                                ProblemCode.title(known.code()),
                                () -> json(known),
                                () -> html(known)))
                .orElseGet(Problem::notFound);
    }

    private static Answer answer(
            ApiRequest request, String title, Supplier<ObjectNode> json, Supplier<String> html) {
        if (!request.wanted().equalsTypeAndSubtype(HTML)) {
            return Answer.ok(json.get());
        }
        String page =
                """
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <title>%1$s</title>
                <h1>%1$s</h1>
                %2$s
                </html>
                """
                        .formatted(title, html.get());
        return new Answer.Reply(200, page.getBytes(StandardCharsets.UTF_8), HTML, HEADERS, false);
    }

    private ObjectNode list() {
        ObjectNode body = Json.object().put("object", "list");
        ArrayNode data = body.putArray("data");
        ProblemCode.all().forEach(known -> data.add(json(known)));
        return body.put("has_more", false).putNull("next_cursor");
    }

    private ObjectNode json(ProblemCode known) {
        ObjectNode node = Json.object();
        node.put("object", "problem_type");
        node.put("type", type(address, known.code()));
        node.put("code", known.code());
        node.put("title", ProblemCode.title(known.code()));
        ArrayNode statuses = node.putArray("statuses");
        for (String status : known.statuses().split(", ", -1)) {
            statuses.add(Integer.parseInt(status));
        }
        return node.put("advice", known.advice());
    }

    private static String html(ProblemCode known) {
        return "<p>"
                + known.advice()
                + "</p>\n<p>Code <code>"
                + known.code()
                + "</code>, HTTP status "
                + known.statuses()
                + ".</p>\n<p><a href=\""
                + PATH
                + "\">All errors</a></p>";
    }

    private static String htmlList() {
        return ProblemCode.all().stream()
                .map(known ->
                        "<li><a href=\"%s/%s\">%s</a> (%s)</li>"
                                .formatted(PATH, known.code(), known.code(), known.statuses()))
                .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>"));
    }
}
