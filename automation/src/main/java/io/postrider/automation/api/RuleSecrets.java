package io.postrider.automation.api;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RulePatch;
import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.TypedSecrets;
import io.postrider.schemas.json.TypedSecrets.Input;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Seals the secrets of a rule before its command is sent. A masked value keeps its secret, unless its host has changed. */
final class RuleSecrets {

    private final SecretBox box;

    RuleSecrets(SecretBox box) {
        this.box = box;
    }

    /**
     * A change with sealed secrets.
     *
     * @param before the rule as it is; without a draft where it is new
     */
    Validated<RulePatch> sealed(Rule before, RulePatch patch) {
        String draft = patch.draft();
        if (draft == null) {
            return Validated.valid(patch);
        }
        ObjectNode definition = (ObjectNode) Json.mapper().readTree(draft);
        Sealing sealing = new Sealing(before);
        TypedSecrets.inputs(definition).forEach(sealing::seal);
        if (!sealing.errors.isEmpty()) {
            return Validated.refused(Problem.invalid(sealing.errors));
        }
        if (sealing.isKeyGone) {
            return Validated.refused(Problem.secretsUnavailable());
        }
        String sealed = definition.toString();
        return RuleFields.lengthError(sealed)
                .<Validated<RulePatch>>map(
                        error -> Validated.refused(Problem.invalid(List.of(error))))
                .orElseGet(() -> Validated.valid(patch.withDraft(sealed)));
    }

    /** A definition that replaces another one. */
    private final class Sealing {

        private final List<FieldError> errors = new ArrayList<>();
        private final String workspace;
        private final TypedSecrets secrets;
        private final List<Input> before;
        private boolean isKeyGone;

        Sealing(Rule rule) {
            this.workspace = rule.workspace();
            this.secrets = new TypedSecrets(rule.workspace(), rule.id(), box::open);
            this.before = TypedSecrets.inputs(Json.mapper().readTree(rule.draft()));
        }

        void seal(Input input) {
            ObjectNode with = input.with();
            ObjectNode old =
                    before.stream()
                            .filter(each -> each.key().equals(input.key()))
                            .findFirst()
                            .map(Input::with)
                            .orElseGet(Json::object);
            JsonNode oldUrl = old.path("url");
            JsonNode url = with.path("url");
            if (url.isString() || TypedSecrets.isSealed(url)) {
                String shown =
                        secrets.plain(oldUrl, secrets.ofUrl())
                                .map(TypedSecrets::masked)
                                .orElse(null);
                value(url, oldUrl, shown, secrets.ofUrl(), input.at() + "/url")
                        .ifPresent(value -> with.set("url", value));
            }
            String authority = authority(with);
            boolean isSameHost =
                    authority.isEmpty()
                            ? with.path("url").equals(oldUrl)
                            : authority.equals(authority(old));
            TypedSecrets.headers(with)
                    .ifPresent(headers ->
                            headers(
                                    headers,
                                    isSameHost
                                            ? TypedSecrets.headers(old).orElseGet(Json::object)
                                            : Json.object(),
                                    secrets.ofHeaders(authority),
                                    input.at() + "/headers/"));
        }

        private String authority(ObjectNode with) {
            return secrets.plain(with.path("url"), secrets.ofUrl())
                    .map(TypedSecrets::authority)
                    .orElse("");
        }

        private void headers(ObjectNode headers, ObjectNode old, String purpose, String at) {
            for (Map.Entry<String, JsonNode> header : List.copyOf(headers.properties())) {
                String name = header.getKey();
                JsonNode value = header.getValue();
                boolean isLiteral =
                        value.isValueNode() && !value.isNull() && !TypedSecrets.isReadable(name);
                if (isLiteral || TypedSecrets.isSealed(value)) {
                    value(
                                    value,
                                    old.path(name),
                                    old.has(name) ? TypedSecrets.MASK : null,
                                    purpose,
                                    at + name.replace("~", "~0").replace("/", "~1"))
                            .ifPresent(sealed -> headers.set(name, sealed));
                }
            }
        }

        /** @param shown JSON of the previous value; null if there was none for the same host */
        private Optional<JsonNode> value(
                JsonNode given, JsonNode old, @Nullable String shown, String purpose, String at) {
            if (TypedSecrets.isSealed(given)) {
                return given.equals(old) ? Optional.of(old) : missing(at);
            }
            String text = given.asString("");
            Optional<String> plain = secrets.plain(old, purpose);
            if (text.contains(TypedSecrets.MASK) && !text.equals(shown)) {
                return missing(at);
            }
            boolean isKept = text.equals(shown) || text.equals(plain.orElse(null));
            if (isKept && TypedSecrets.isSealed(old)) {
                return Optional.of(old);
            }
            Optional<JsonNode> sealed =
                    box.seal(workspace, purpose, isKept ? plain.orElse(text) : text)
                            .map(TypedSecrets::sealed);
            isKeyGone |= sealed.isEmpty();
            return sealed;
        }

        private Optional<JsonNode> missing(String at) {
            errors.add(
                    new FieldError(
                            at,
                            "secret_required",
                            "The value is required: none is stored for this action and its host."));
            return Optional.empty();
        }
    }
}
