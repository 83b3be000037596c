package io.postrider.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpMethod;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateCommand.RecordTemplateStatus;
import io.postrider.domain.templates.TemplateStatus;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.json.Json;
import java.net.URLEncoder;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls that follow from changes of templates, and the statuses that follow from their outcomes. */
final class Templates {

    static final String CREATE = "template.create";
    static final String DELETE = "template.delete";

    private static final String PATH = "/message_templates";
    private static final String STATUS = "status";
    private static final String PROVIDER_ID = "provider_id";

    private Templates() {}

    /** The work that creates a template at the provider. */
    static ObjectNode creation(Template template) {
        ObjectNode work = Json.object().put("op", CREATE);
        work.putObject("request")
                .put("name", template.name())
                .put("language", template.language())
                .put("category", template.category().toUpperCase(Locale.ROOT))
                .set("components", Json.mapper().readTree(template.components()));
        return work;
    }

    /** The work that deletes a template at the provider. */
    static ObjectNode deletion(Template template) {
        return Json.object().put("op", DELETE).put("name", template.name());
    }

    /** The call that does a work. */
    static GraphCall call(Instance instance, JsonNode work) {
        String account = instance.config().getOrDefault(Instance.ACCOUNT_ID, "");
        if (work.path("op").asString("").equals(DELETE)) {
            String name = URLEncoder.encode(work.path("name").asString(""), UTF_8);
            return GraphCall.of(HttpMethod.DELETE, account + PATH + "?name=" + name, null);
        }
        return new GraphCall(
                HttpMethod.POST,
                account + PATH,
                (ObjectNode) work.path("request"),
                answer ->
                        GraphCall.id("/id", PROVIDER_ID)
                                .apply(answer)
                                .map(told -> told.put(STATUS, answer.path(STATUS).asString(""))));
    }

    /** The status after an attempt to create a template; empty where another attempt follows. */
    static Optional<RecordTemplateStatus> recorded(Attempt attempt, JsonNode told) {
        return switch (attempt.outcome()) {
            case Attempt.DELIVERED ->
                    Optional.of(
                            new RecordTemplateStatus(
                                    attempt.workspace(),
                                    status(told.path(STATUS).asString("")),
                                    null,
                                    told.path(PROVIDER_ID).asString(null)));
            case Attempt.EXHAUSTED, Attempt.UNKNOWN ->
                    Optional.of(
                            new RecordTemplateStatus(
                                    attempt.workspace(),
                                    TemplateStatus.FAILED,
                                    told.path("detail").asString(attempt.error()),
                                    null));
            default -> Optional.empty();
        };
    }

    /** The status of a template as the provider names it; one that is not known is {@code pending}. */
    static TemplateStatus status(String given) {
        return TemplateStatus.labelled(given.toLowerCase(Locale.ROOT))
                .orElse(TemplateStatus.PENDING);
    }
}
