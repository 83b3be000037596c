package io.postrider.messaging.api;

import io.postrider.messaging.api.MessageFields.NewMessage;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.LinkCreation;
import io.postrider.web.route.ApiRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Replaces the addresses in a text by short links of the recipient's own, whose metadata names message and contact. */
final class ShortenLinks {

    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s<>\"]*[^\\s<>\".,;:!?)]");
    private static final int LINKS_MAX = 10;
    private static final String SCOPE = "links:write";

    private final LinkCreation links;

    ShortenLinks(LinkCreation links) {
        this.links = links;
    }

    /** The message with short links in its text, and with what they lead to in {@code links}. */
    Mono<Validated<NewMessage>> complete(ApiRequest request, NewMessage wanted, String message) {
        String text = wanted.content().at("/text/body").asString("");
        List<String> found =
                ADDRESS.matcher(text).results().map(MatchResult::group).distinct().toList();
        if (!wanted.shortenLinks() || found.isEmpty() || request.isDryRun()) {
            return Mono.just(Validated.valid(wanted));
        }
        if (!request.principal().may(SCOPE)) {
            return Mono.just(Validated.refused(Problem.scopeMissing(SCOPE)));
        }
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("message_id", message);
        metadata.put("instance_id", wanted.instanceId());
        if (wanted.contactId() != null) {
            metadata.put("contact_id", wanted.contactId());
        }
        return Flux.fromIterable(found.subList(0, Math.min(found.size(), LINKS_MAX)))
                .concatMap(url -> links.create(request, url, metadata))
                .collectList()
                .map(Validated::all)
                .map(all -> all.then(made -> Validated.valid(shortened(wanted, text, made))));
    }

    private static NewMessage shortened(NewMessage wanted, String text, List<ObjectNode> made) {
        Map<String, String> shortUrls = new LinkedHashMap<>();
        ArrayNode shown = Json.mapper().createArrayNode();
        for (ObjectNode link : made) {
            shortUrls.put(link.path("url").asString(""), link.path("short_url").asString(""));
            shown.addObject()
                    .put("id", link.path("id").asString(""))
                    .put("short_url", link.path("short_url").asString(""))
                    .put("url", link.path("url").asString(""));
        }
        String replaced =
                ADDRESS.matcher(text)
                        .replaceAll(address ->
                                Matcher.quoteReplacement(
                                        shortUrls.getOrDefault(address.group(), address.group())));
        ObjectNode said = ((ObjectNode) wanted.content().path("text")).deepCopy();
        return wanted.with("text", said.put("body", replaced)).with("links", shown);
    }
}
