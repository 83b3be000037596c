package io.postrider.messaging.api;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstancePatch;
import io.postrider.platform.secrets.SecretBox;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Seals and opens the secrets of instances. */
final class InstanceSecrets {

    private final SecretBox box;

    InstanceSecrets(SecretBox box) {
        this.box = box;
    }

    /** The patch with its secrets sealed; empty if the workspace's data key is not known here. */
    Optional<InstancePatch> seal(String workspace, String id, InstancePatch plain) {
        Map<String, String> sealed = new LinkedHashMap<>();
        for (Map.Entry<String, String> secret : plain.secrets().entrySet()) {
            Optional<String> text =
                    box.seal(workspace, Instance.purpose(id, secret.getKey()), secret.getValue());
            if (text.isEmpty()) {
                return Optional.empty();
            }
            sealed.put(secret.getKey(), text.get());
        }
        return Optional.of(plain.withSecrets(sealed));
    }

    /** The secrets that the provider may have signed with. */
    List<String> appSecrets(Instance instance) {
        return Stream.of(Instance.APP_SECRET, Instance.FORMER_APP_SECRET)
                .map(name -> open(instance, name))
                .filter(Objects::nonNull)
                .flatMap(Optional::stream)
                .toList();
    }

    /** The text that the provider names in its handshake. */
    Optional<String> verifyToken(Instance instance) {
        return open(instance, Instance.VERIFY_TOKEN);
    }

    private Optional<String> open(Instance instance, String name) {
        // The former secret was sealed under the name that it had.
        String sealedAs = name.equals(Instance.FORMER_APP_SECRET) ? Instance.APP_SECRET : name;
        return Optional.ofNullable(instance.secrets().get(name))
                .flatMap(sealed ->
                        box.open(
                                instance.workspace(),
                                Instance.purpose(instance.id(), sealedAs),
                                sealed));
    }
}
