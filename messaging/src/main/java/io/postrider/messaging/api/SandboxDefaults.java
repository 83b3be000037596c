package io.postrider.messaging.api;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstancePatch;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives an instance of the sandbox a number and secrets, as a provider would. */
final class SandboxDefaults {

    private static final int RANDOM_BYTES = 24;

    private final SecureRandom random;

    SandboxDefaults(SecureRandom random) {
        this.random = random;
    }

    /** The patch with a value for each setting that the sandbox needs. */
    InstancePatch complete(InstancePatch given) {
        Map<String, String> config = new LinkedHashMap<>(given.config());
        Map<String, String> secrets = new LinkedHashMap<>(given.secrets());
        List<String> changed = new ArrayList<>(given.changed());
        String number = Long.toString(1_000_000_000L + random.nextLong(9_000_000_000L));
        add(config, Instance.PHONE_NUMBER_ID, number, changed);
        add(config, Instance.ACCOUNT_ID, number, changed);
        // Country code 999 is assigned to no country.
        add(config, Instance.PHONE_NUMBER, "+999" + number, changed);
        InstanceFields.SECRETS.forEach(name -> add(secrets, name, text(), changed));
        return new InstancePatch(changed, given.name(), config, secrets, given.metadata());
    }

    /** A random text of 32 characters. */
    String text() {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static void add(
            Map<String, String> settings, String name, String value, List<String> changed) {
        if (settings.putIfAbsent(name, value) == null) {
            changed.add("config/" + name);
        }
    }
}
