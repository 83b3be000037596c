package io.postrider.api.messaging;

import static io.postrider.api.messaging.ContentFields.object;
import static io.postrider.api.messaging.ContentFields.objects;
import static io.postrider.api.messaging.ContentFields.texts;

import io.postrider.api.http.Fields;
import io.postrider.api.http.TextRule;
import io.postrider.schemas.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Reads a message of the type {@code template}: a text that the provider approved before, and the values for its places. */
final class TemplateFields {

    private static final TextRule NAME = TextRule.line(1, 512);
    private static final TextRule WORD = TextRule.line(1, 40);
    private static final TextRule VALUE = TextRule.lines(1, 1_024);
    private static final int COMPONENTS_MAX = 20;
    private static final int PARAMETERS_MAX = 100;

    private TemplateFields() {}

    static ObjectNode template(Fields template) {
        ObjectNode content = Json.object().put("name", template.requiredText("name", NAME));
        template.require("language");
        object(
                template,
                content,
                "language",
                language -> Json.object().put("code", language.requiredText("code", WORD)));
        objects(template, content, "components", COMPONENTS_MAX, TemplateFields::component);
        return content;
    }

    private static ObjectNode component(Fields component) {
        ObjectNode content = Json.object().put("type", component.requiredText("type", WORD));
        texts(component, content, WORD, "sub_type", "index");
        objects(component, content, "parameters", PARAMETERS_MAX, TemplateFields::parameter);
        return content;
    }

    private static ObjectNode parameter(Fields parameter) {
        ObjectNode content = Json.object().put("type", parameter.requiredText("type", WORD));
        texts(parameter, content, WORD, "parameter_name");
        texts(parameter, content, VALUE, "text", "payload");
        for (String type : List.of("image", "video", "document")) {
            object(parameter, content, type, media -> ContentFields.media(media, type));
        }
        return content;
    }
}
