package io.postrider.web.route;

import io.postrider.contract.ProblemCode;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.server.ProblemWriter;
import io.postrider.web.server.PublicAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The pages of problem types: each explains a problem and its remedy. */
public final class ProblemPages implements ApiRoutes {

    private static final MediaType HTML = new MediaType("text", "html", StandardCharsets.UTF_8);
    private static final Map<String, String> HEADERS =
            Map.of(
                    "X-Robots-Tag",
                    "noindex",
                    "Content-Security-Policy",
                    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

    private final PublicAddress address;

    public ProblemPages(PublicAddress address) {
        this.address = address;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(ProblemWriter.PATH)
                        .open()
                        .producing(MediaType.APPLICATION_JSON, MediaType.TEXT_HTML)
                        .to(request -> Mono.just(all(request))),
                ApiRoute.get(ProblemWriter.PATH + "/{code}")
                        .open()
                        .producing(MediaType.APPLICATION_JSON, MediaType.TEXT_HTML)
                        .to(request -> Mono.just(one(request))));
    }

    private ApiResponse all(ApiRequest request) {
        return answer(request, "Errors", this::list, ProblemPages::htmlList);
    }

    private ApiResponse one(ApiRequest request) {
        return ProblemCode.of(request.variable("code"))
                .map(known ->
                        answer(
                                request,
                                ProblemCode.title(known.code()),
                                () -> json(known),
                                () -> html(known)))
                .orElseGet(Problem::notFound);
    }

    private static ApiResponse answer(
            ApiRequest request, String title, Supplier<ObjectNode> json, Supplier<String> html) {
        if (!request.wanted().equalsTypeAndSubtype(HTML)) {
            return ApiResponse.ok(json.get());
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
        return new ApiResponse.Reply(
                200, page.getBytes(StandardCharsets.UTF_8), HTML, HEADERS, false);
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
        node.put("type", ProblemWriter.type(address, known.code()));
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
                + ProblemWriter.PATH
                + "\">All errors</a></p>";
    }

    private static String htmlList() {
        return ProblemCode.all().stream()
                .map(known ->
                        "<li><a href=\"%s/%s\">%s</a> (%s)</li>"
                                .formatted(
                                        ProblemWriter.PATH,
                                        known.code(),
                                        known.code(),
                                        known.statuses()))
                .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>"));
    }
}
