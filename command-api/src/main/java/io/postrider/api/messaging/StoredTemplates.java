package io.postrider.api.messaging;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.api.messaging.MessageFields.NewMessage;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.templates.Template;
import io.postrider.schemas.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The templates of instances, as messages name them. */
final class StoredTemplates {

    private static final String CATEGORY = "template_category";
    private static final Set<String> WITHOUT_MARKETING = Set.of("utility", "authentication");

    private final Queries queries;

    StoredTemplates(Queries queries) {
        this.queries = queries;
    }

    /**
     * The message with the category of its template.
     *
     * @param wantsMarketing whether the recipient has not opted out of it
     */
    Mono<Checked<NewMessage>> complete(
            ApiRequest request, NewMessage wanted, boolean wantsMarketing) {
        if (!wanted.type().equals("template")) {
            return Mono.just(Checked.valid(wanted));
        }
        return find(request, wanted)
                .map(found ->
                        found.then(stored -> {
                            String category =
                                    stored.map(template -> template.path("category").asString(""))
                                            .orElse("");
                            return wantsMarketing || WITHOUT_MARKETING.contains(category)
                                    ? Checked.valid(with(category, wanted))
                                    : Checked.refused(optedOut());
                        }));
    }

    private static NewMessage with(String category, NewMessage wanted) {
        return category.isEmpty()
                ? wanted
                : wanted.with(CATEGORY, Json.object().stringNode(category));
    }

    private static FieldError optedOut() {
        return new FieldError(
                "/to", "recipient_opted_out", "The contact wants no marketing messages.");
    }

    private Mono<Checked<Optional<JsonNode>>> find(ApiRequest request, NewMessage wanted) {
        String id =
                Template.idOf(
                        wanted.instanceId(),
                        wanted.content().at("/template/name").asString(""),
                        wanted.content().at("/template/language/code").asString(""));
        return queries.found(request, "template", Map.of("id", id))
                .map(found ->
                        switch (found) {
                            case Checked.Valid(var template) ->
                                    Checked.valid(Optional.of(template.body()));
                            case Checked.Refused(Problem problem) ->
                                    problem.status() == 404
                                            ? Checked.valid(Optional.<JsonNode>empty())
                                            : Checked.refused(problem);
                        });
    }
}
