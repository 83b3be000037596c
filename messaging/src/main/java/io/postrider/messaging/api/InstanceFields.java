package io.postrider.messaging.api;

import static java.util.Map.entry;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstancePatch;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the fields of an instance from a body. */
final class InstanceFields {

    static final Set<String> SECRETS =
            Set.of(Instance.ACCESS_TOKEN, Instance.APP_SECRET, Instance.VERIFY_TOKEN);

    private static final TextRule NAME = TextRule.line(1, 100);
    private static final TextRule KIND = TextRule.line(1, 40);
    private static final TextRule SETTING_NAME = TextRule.line(1, 40);
    private static final TextRule SETTING = TextRule.line(1, 4_096);

    /** Words with commas between them; a longer one is looked for in no message. */
    private static final Pattern WORDS = Pattern.compile("(?=.{1,1000}$)[^,]{0,64}(,[^,]{0,64})*");

    private static final Map<String, Pattern> SETTINGS =
            Map.ofEntries(
                    entry(Instance.PHONE_NUMBER_ID, Pattern.compile("[0-9]{1,32}")),
                    entry(Instance.PHONE_NUMBER, Pattern.compile("\\+[1-9][0-9]{6,14}")),
                    entry(Instance.ACCOUNT_ID, Pattern.compile("[0-9]{1,32}")),
                    entry("graph_version", Pattern.compile("v[0-9]{1,3}\\.[0-9]{1,2}")),
                    entry("base_url", Pattern.compile(".+")),
                    entry(Instance.OPT_OUT_WORDS, WORDS),
                    entry(Instance.OPT_OUT_MARKETING_WORDS, WORDS),
                    entry(Instance.OPT_IN_WORDS, WORDS),
                    entry(Instance.ACCESS_TOKEN, Pattern.compile("[!-~]+")),
                    entry(Instance.APP_SECRET, Pattern.compile("[!-~]+")),
                    entry(Instance.VERIFY_TOKEN, Pattern.compile("[!-~]+")));

    private final TargetPolicy targets;

    InstanceFields(TargetPolicy targets) {
        this.targets = targets;
    }

    /**
     * The body of a creation.
     *
     * @param patch with plain secrets
     */
    record NewInstance(String provider, InstancePatch patch) {}

    Validated<NewInstance> create(BodyReader fields) {
        fields.require("name");
        String provider = fields.requiredText("provider", KIND);
        if (!provider.isEmpty()
                && !provider.equals(Instance.CLOUD_API)
                && !provider.equals(Instance.SANDBOX)) {
            fault(fields, "/provider", "Expected cloud_api or sandbox.");
        }
        fields.text("channel", KIND)
                .filter(channel -> !channel.equals(Instance.WHATSAPP))
                .ifPresent(_ -> fault(fields, "/channel", "Expected whatsapp."));
        InstancePatch patch = patch(fields);
        return fields.checked(() -> new NewInstance(provider, patch));
    }

    Validated<InstancePatch> update(BodyReader fields) {
        fields.notNull("name");
        InstancePatch patch = patch(fields);
        return fields.checked(() -> patch);
    }

    private InstancePatch patch(BodyReader fields) {
        Map<String, Optional<String>> given = fields.entries("config", SETTING_NAME, SETTING);
        given.forEach((name, value) -> check(fields, name, value));
        Map<String, String> config = new LinkedHashMap<>(Metadata.values(given));
        Map<String, String> secrets = new LinkedHashMap<>(config);
        config.keySet().removeAll(SECRETS);
        secrets.keySet().retainAll(SECRETS);
        return new InstancePatch(
                fields.changed(),
                fields.text("name", NAME).orElse(null),
                config,
                secrets,
                fields.metadata());
    }

    private void check(BodyReader fields, String name, Optional<String> value) {
        String pointer = "/config/" + name;
        Pattern pattern = SETTINGS.get(name);
        if (pattern == null) {
            fields.fault(
                    new FieldError(
                            pointer,
                            "unknown_field",
                            "Unknown setting. Expected one of "
                                    + SETTINGS.keySet().stream().sorted().toList()
                                    + "."));
        } else if (value.filter(text -> !pattern.matcher(text).matches()).isPresent()) {
            fault(fields, pointer, "Expected a text that matches " + pattern + ".");
        } else if (name.equals("base_url")
                && value.map(targets::check).orElse(null)
                        instanceof TargetCheck.Refused(String code, String detail)) {
            fields.fault(new FieldError(pointer, code, detail));
        }
    }

    private static void fault(BodyReader fields, String pointer, String detail) {
        fields.fault(new FieldError(pointer, "invalid_value", detail));
    }
}
