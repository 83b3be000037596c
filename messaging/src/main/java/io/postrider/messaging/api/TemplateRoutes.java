package io.postrider.messaging.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateCommand.CreateTemplate;
import io.postrider.domain.templates.TemplateCommand.DeleteTemplate;
import io.postrider.domain.templates.TemplateStatus;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations on templates. */
final class TemplateRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/templates";

    private static final TextRule NAME = TextRule.line(1, 512);
    private static final TextRule WORD = TextRule.line(1, 40);
    private static final TextRule TEXT = TextRule.lines(1, 1_024);
    private static final TextRule LINK = TextRule.line(1, 2_000);
    private static final Pattern NAME_PATTERN = Pattern.compile("[a-z0-9_]+");
    private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}(_[A-Z]{2,3})?");
    private static final List<String> CATEGORIES =
            List.of("marketing", "utility", "authentication");
    private static final int COMPONENTS_MAX = 10;
    private static final int BUTTONS_MAX = 10;
    private static final int CARDS_MAX = 10;
    private static final Set<String> COMPONENTS =
            Set.of("HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL", "LIMITED_TIME_OFFER");
    private static final Set<String> FORMATS =
            Set.of("TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION", "PRODUCT");
    private static final Set<String> BUTTONS =
            Set.of(
                    "QUICK_REPLY",
                    "URL",
                    "PHONE_NUMBER",
                    "COPY_CODE",
                    "FLOW",
                    "CATALOG",
                    "MPM",
                    "SPM",
                    "OTP",
                    "VOICE_CALL");

    /** Further members of a component, which are passed on unchanged. */
    private static final List<String> OF_COMPONENTS =
            List.of(
                    "example",
                    "limited_time_offer",
                    "add_security_recommendation",
                    "code_expiration_minutes");

    private static final List<String> OF_BUTTONS =
            List.of(
                    "example",
                    "flow_id",
                    "flow_name",
                    "flow_json",
                    "flow_action",
                    "navigate_screen",
                    "otp_type",
                    "autofill_text",
                    "package_name",
                    "signature_hash",
                    "supported_apps",
                    "zero_tap_terms_accepted");

    private final ResourceApi<Template> api;
    private final InstanceReplica instances;

    TemplateRoutes(ResourceApi<Template> api, InstanceReplica instances) {
        this.api = api;
        this.instances = instances;
    }

    private record NewTemplate(
            String instanceId, String name, String language, String category, String components) {}

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.createBy(request -> read(request.fields()), this::create),
                api.list("templates"),
                api.get("template"),
                api.delete(DeleteTemplate::new));
    }

    private static Validated<NewTemplate> read(BodyReader fields) {
        String instance = MessageFields.id(fields, "instance_id", IdKind.INST);
        String name = matching(fields, "name", NAME, NAME_PATTERN);
        String language = matching(fields, "language", WORD, LANGUAGE);
        String category = fields.requiredText("category", WORD);
        if (!category.isEmpty() && !CATEGORIES.contains(category)) {
            ContentFields.fault(
                    fields, "/category", "invalid_value", "Expected one of " + CATEGORIES + ".");
        }
        ContentFields.requireEntries(fields, "components");
        ArrayNode components = Json.mapper().createArrayNode();
        components.addAll(fields.objects("components", COMPONENTS_MAX, TemplateRoutes::component));
        return fields.checked(
                () -> new NewTemplate(instance, name, language, category, components.toString()));
    }

    private static String matching(BodyReader fields, String name, TextRule rule, Pattern pattern) {
        String text = fields.requiredText(name, rule);
        if (!text.isEmpty() && !pattern.matcher(text).matches()) {
            ContentFields.fault(
                    fields,
                    "/" + name,
                    "invalid_value",
                    "Expected a text that matches " + pattern + ".");
        }
        return text;
    }

    private static ObjectNode component(BodyReader component) {
        ObjectNode content = part(component);
        ContentFields.objects(component, content, "cards", CARDS_MAX, TemplateRoutes::card);
        return content;
    }

    private static ObjectNode card(BodyReader card) {
        ObjectNode content = Json.object();
        ContentFields.requireEntries(card, "components");
        ContentFields.objects(card, content, "components", COMPONENTS_MAX, TemplateRoutes::part);
        return content;
    }

    private static ObjectNode part(BodyReader component) {
        ObjectNode content = Json.object();
        choice(component, content, "type", COMPONENTS);
        if (component.has("format")) {
            choice(component, content, "format", FORMATS);
        }
        ContentFields.texts(component, content, TEXT, "text");
        for (String name : OF_COMPONENTS) {
            component.json(name).ifPresent(value -> content.set(name, value));
        }
        ContentFields.objects(component, content, "buttons", BUTTONS_MAX, TemplateRoutes::button);
        return content;
    }

    private static void choice(
            BodyReader fields, ObjectNode content, String name, Set<String> all) {
        String given = fields.requiredText(name, WORD);
        if (!given.isEmpty() && !all.contains(given.toUpperCase(Locale.ROOT))) {
            ContentFields.fault(
                    fields,
                    "/" + name,
                    "invalid_value",
                    "Expected one of " + all.stream().sorted().toList() + ".");
        }
        content.put(name, given);
    }

    private static ObjectNode button(BodyReader button) {
        ObjectNode content = Json.object();
        choice(button, content, "type", BUTTONS);
        ContentFields.texts(button, content, WORD, "text", "phone_number");
        ContentFields.texts(button, content, LINK, "url");
        for (String name : OF_BUTTONS) {
            button.json(name).ifPresent(value -> content.set(name, value));
        }
        return content;
    }

    private Mono<ApiResponse> create(
            ApiRequest request, NewTemplate wanted, Optional<Idempotency> idempotency) {
        String workspace = request.workspace();
        if (instances.find(workspace, wanted.instanceId()).isEmpty()) {
            return Mono.just(MessageRoutes.unknownInstance());
        }
        Instant now = api.node().mint().now();
        Template template =
                new Template(
                        Template.idOf(wanted.instanceId(), wanted.name(), wanted.language()),
                        workspace,
                        wanted.instanceId(),
                        wanted.name(),
                        wanted.language(),
                        wanted.category(),
                        wanted.components(),
                        TemplateStatus.SUBMITTED,
                        null,
                        null,
                        now,
                        now);
        return api.createdAs(
                request,
                template.id(),
                new Creation(new CreateTemplate(template), Optional.empty()),
                idempotency);
    }
}
