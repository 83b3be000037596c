package io.postrider.domain.instances;

import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of an instance: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields, as in the public interface; settings one by one, as {@code config/waba_id}, or
 *     all of them as {@code config}, and so entries of the metadata, see {@link Metadata}
 * @param config the settings that are not secret
 * @param secrets the secret settings, as ciphertext in a command
 */
public record InstancePatch(
        List<String> changed,
        @Nullable String name,
        Map<String, String> config,
        Map<String, String> secrets,
        Map<String, String> metadata) {

    private static final String CONFIG = "config";
    private static final String SETTING = CONFIG + "/";

    public InstancePatch {
        changed = List.copyOf(changed);
        config = Map.copyOf(config);
        secrets = Map.copyOf(secrets);
        metadata = Map.copyOf(metadata);
    }

    /** The same patch with other secrets. */
    public InstancePatch withSecrets(Map<String, String> sealed) {
        return new InstancePatch(changed, name, config, sealed, metadata);
    }

    /** The instance as it would be; of a blank one, a new instance. */
    public Instance applyTo(Instance instance, Instant at) {
        return new Instance(
                instance.id(),
                instance.workspace(),
                (name != null && changed.contains("name")) ? name : instance.name(),
                instance.channel(),
                instance.provider(),
                patched(instance.config(), config),
                secrets(instance),
                instance.token(),
                instance.state(),
                instance.stateReason(),
                instance.epoch(),
                instance.stateSince(),
                Metadata.patched(instance.metadata(), changed, metadata),
                instance.createdAt(),
                at);
    }

    /** The app secret that is replaced stays in force beside the new one. */
    private Map<String, String> secrets(Instance instance) {
        Map<String, String> before = instance.secrets();
        Map<String, String> after = new LinkedHashMap<>(patched(before, secrets));
        String former = before.get(Instance.APP_SECRET);
        if (former != null && !former.equals(after.get(Instance.APP_SECRET))) {
            after.put(Instance.FORMER_APP_SECRET, former);
        }
        return after;
    }

    private Map<String, String> patched(Map<String, String> present, Map<String, String> given) {
        if (changed.contains(CONFIG)) {
            return given;
        }
        Map<String, String> result = new LinkedHashMap<>(present);
        changed.stream()
                .filter(field -> field.startsWith(SETTING))
                .map(field -> field.substring(SETTING.length()))
                .forEach(field -> result.compute(field, (_, _) -> given.get(field)));
        return result;
    }

    /** The names only, since secrets are plain text until they are sealed. */
    @Override
    public String toString() {
        return "InstancePatch" + changed;
    }
}
