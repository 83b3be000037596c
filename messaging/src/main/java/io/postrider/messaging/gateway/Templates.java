package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpMethod;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateCommand.ImportTemplate;
import io.postrider.domain.templates.TemplateCommand.RecordTemplateStatus;
import io.postrider.domain.templates.TemplateStatus;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Callback;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls that follow from changes of templates, and the statuses that follow from their outcomes. */
final class Templates {

    static final String CREATE = "template.create";
    static final String DELETE = "template.delete";

    /** Short, so that the name of the work with its number fits into a place of the queue. */
    static final String IMPORT = "templates";

    /** Of the provider's pages; a record of an attempt holds one. */
    private static final int PAGE = 10;

    /** Of a list, which has fewer: a provider that names its pages in a circle is not followed for ever. */
    private static final int PAGES_MAX = 1_000;

    /** Of several names in one call; pages have the numbers between. */
    private static final int NAMES = 1_000_003;

    private static final int LENGTH_MAX = 64 << 10;
    private static final String LISTED = "templates";
    private static final String AFTER = "after";
    private static final String NUMBER = "page";
    private static final String FIELDS =
            "?fields=id,name,language,category,status,components,rejected_reason&limit=" + PAGE;

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

    /**
     * The work that lists templates of the account of an instance.
     *
     * @param number number that differs for each list
     * @param name of the templates; empty for all
     */
    static Delivery listing(
            String workspace, String instance, long number, String name, Instant at) {
        ObjectNode first = Json.object().put("op", IMPORT).put("name", name);
        return listing(workspace, instance, number, first, at);
    }

    /** The work that lists the templates under a name of which a call tells. */
    static Delivery listing(Callback call, String name) {
        long number =
                call.receivedAt().toEpochMilli() * NAMES + Math.floorMod(name.hashCode(), NAMES);
        return listing(call.workspace(), call.instance(), number, name, call.receivedAt());
    }

    private static Delivery listing(
            String workspace, String instance, long number, ObjectNode work, Instant at) {
        return new Delivery(
                new ProviderCall(instance, IMPORT).name(number),
                workspace,
                instance,
                instance,
                IMPORT,
                at,
                Json.bytes(work),
                false);
    }

    private static GraphCall listing(String account, JsonNode work) {
        String name = work.path("name").asString("");
        String after = work.path(AFTER).asString("");
        int page = work.path(NUMBER).asInt(1);
        return new GraphCall(
                HttpMethod.GET,
                account
                        + PATH
                        + FIELDS
                        + (name.isEmpty() ? "" : "&name=" + URLEncoder.encode(name, UTF_8))
                        + (after.isEmpty() ? "" : "&after=" + URLEncoder.encode(after, UTF_8)),
                null,
                answer -> {
                    ObjectNode told = Json.object().put("name", name).put(NUMBER, page);
                    ArrayNode listed = told.putArray(LISTED);
                    answer.path("data")
                            .valueStream()
                            .filter(each -> each.toString().length() <= LENGTH_MAX)
                            .limit(PAGE)
                            .forEach(listed::add);
                    String next = answer.at("/paging/cursors/after").asString("");
                    if (answer.at("/paging/next").isString()
                            && !next.equals(after)
                            && page < PAGES_MAX) {
                        told.put(AFTER, next);
                    }
                    return Optional.of(told);
                });
    }

    /** The templates that the provider lists. */
    static List<ImportTemplate> listed(Attempt attempt, JsonNode told) {
        return told.path(LISTED)
                .valueStream()
                .filter(each -> !text(each, "name").isEmpty() && !text(each, "language").isEmpty())
                .map(each -> new ImportTemplate(template(attempt, each)))
                .toList();
    }

    /** The work that lists the next page; empty after the last one. */
    static Optional<Delivery> next(Attempt attempt, JsonNode told) {
        long number =
                Long.parseLong(
                        attempt.delivery().substring(attempt.delivery().lastIndexOf('/') + 1));
        return told.path(AFTER)
                .asStringOpt()
                .filter(after -> !after.isEmpty())
                .map(after ->
                        listing(
                                attempt.workspace(),
                                attempt.endpoint(),
                                number + 1,
                                Json.object()
                                        .put("op", IMPORT)
                                        .put("name", text(told, "name"))
                                        .put(AFTER, after)
                                        .put(NUMBER, told.path(NUMBER).asInt(1) + 1),
                                attempt.at()));
    }

    private static Template template(Attempt attempt, JsonNode told) {
        String reason = text(told, "rejected_reason");
        String name = text(told, "name");
        String language = text(told, "language");
        ArrayNode components = Json.mapper().createArrayNode();
        told.path("components").valueStream().filter(JsonNode::isObject).forEach(components::add);
        String id = text(told, "id");
        return new Template(
                Template.idOf(attempt.endpoint(), name, language),
                attempt.workspace(),
                attempt.endpoint(),
                name,
                language,
                text(told, "category").toLowerCase(Locale.ROOT),
                components.toString(),
                status(text(told, STATUS)),
                reason.isEmpty() || reason.equals("NONE") ? null : reason,
                id.isEmpty() ? null : id,
                attempt.at(),
                attempt.at());
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }

    /** The call that does a work. */
    static GraphCall call(Instance instance, JsonNode work) {
        String account = instance.config().getOrDefault(Instance.ACCOUNT_ID, "");
        if (work.path("op").asString("").equals(DELETE)) {
            String name = URLEncoder.encode(work.path("name").asString(""), UTF_8);
            return GraphCall.of(HttpMethod.DELETE, account + PATH + "?name=" + name, null);
        }
        if (work.path("op").asString("").equals(IMPORT)) {
            return listing(account, work);
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
