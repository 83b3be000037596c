package io.postrider.messaging.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.templates.Template;
import io.postrider.messaging.api.MessageFields.NewMessage;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The templates of instances, as messages name them. */
final class StoredTemplates {

    private static final String CATEGORY = "template_category";
    private static final Set<String> WITHOUT_MARKETING = Set.of("utility", "authentication");

    /** The statuses in which the provider sends no message. */
    private static final Set<String> NOT_SENT = Set.of("rejected", "paused", "disabled", "failed");

    private final Queries queries;

    StoredTemplates(Queries queries) {
        this.queries = queries;
    }

    /**
     * The message with the category of its template.
     *
     * @param wantsMarketing whether the recipient has not opted out of it
     */
    Mono<Validated<NewMessage>> complete(
            ApiRequest request, NewMessage wanted, boolean wantsMarketing) {
        if (!wanted.type().equals("template")) {
            return Mono.just(Validated.valid(wanted));
        }
        Mono<Validated<Optional<JsonNode>>> stored = find(request, wanted);
        return (request.isDryRun()
                        ? stored.flatMap(found -> checked(request, wanted, found))
                        : stored)
                .map(found ->
                        found.then(template -> {
                            String category =
                                    template.map(one -> one.path("category").asString(""))
                                            .orElse("");
                            return wantsMarketing || WITHOUT_MARKETING.contains(category)
                                    ? Validated.valid(with(category, wanted))
                                    : Validated.refused(optedOut());
                        }));
    }

    /** The same template, unless the provider would refuse the message. */
    private Mono<Validated<Optional<JsonNode>>> checked(
            ApiRequest request, NewMessage wanted, Validated<Optional<JsonNode>> found) {
        return found.thenLater(stored ->
                stored.isEmpty()
                        ? unknown(request, wanted)
                        : Mono.just(
                                errors(wanted, stored.get())
                                        .<Validated<Optional<JsonNode>>>map(Validated::refused)
                                        .orElse(found)));
    }

    private static Optional<Problem> errors(NewMessage wanted, JsonNode stored) {
        String status = stored.path("status").asString("");
        List<FieldError> errors =
                NOT_SENT.contains(status)
                        ? List.of(
                                new FieldError(
                                        "/template/name",
                                        "template_not_approved",
                                        "The status of the template is "
                                                + status
                                                + "; expected approved."))
                        : TemplateCheck.errors(wanted.content().path("template"), stored);
        return errors.isEmpty() ? Optional.empty() : Optional.of(Problem.invalid(errors));
    }

    /** The provider has a template in other languages, or none of this name. */
    private Mono<Validated<Optional<JsonNode>>> unknown(ApiRequest request, NewMessage wanted) {
        Map<String, String> named =
                Map.of(
                        "instance_id",
                        wanted.instanceId(),
                        "name",
                        wanted.content().at("/template/name").asString(""),
                        "limit",
                        "1");
        return queries.found(request, "templates", named)
                .map(found ->
                        found.then(page ->
                                Validated.refused(
                                        page.body().path("data").isEmpty()
                                                ? new FieldError(
                                                        "/template/name",
                                                        "unknown_template",
                                                        "The instance has no template with this name.")
                                                : new FieldError(
                                                        "/template/language/code",
                                                        "unknown_language",
                                                        "The template does not exist in this language."))));
    }

    private static NewMessage with(String category, NewMessage wanted) {
        return category.isEmpty()
                ? wanted
                : wanted.with(CATEGORY, Json.object().stringNode(category));
    }

    private static FieldError optedOut() {
        return new FieldError(
                "/to", "recipient_opted_out", "The contact opted out of marketing messages.");
    }

    private Mono<Validated<Optional<JsonNode>>> find(ApiRequest request, NewMessage wanted) {
        String id =
                Template.idOf(
                        wanted.instanceId(),
                        wanted.content().at("/template/name").asString(""),
                        wanted.content().at("/template/language/code").asString(""));
        return queries.found(request, "template", Map.of("id", id))
                .map(found ->
                        switch (found) {
                            case Validated.Valid(var template) ->
                                    Validated.valid(Optional.of(template.body()));
                            case Validated.Refused(Problem problem) ->
                                    problem.status() == 404
                                            ? Validated.valid(Optional.<JsonNode>empty())
                                            : Validated.refused(problem);
                        });
    }
}
