package io.postrider.domain.instances;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.SendsSecrets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A number that sends and receives messages.
 *
 * @param channel the channel: whatsapp
 * @param provider the provider: cloud_api or sandbox
 * @param config the settings that are not secret, by name as in the public interface
 * @param secrets the secret settings as ciphertext, by name: access_token, app_secret, verify_token, and former_app_secret
 *     after a change
 * @param token the token in the address that the provider calls
 * @param stateReason the reason of the state; null for none
 * @param epoch the number of the connection; a report of a former connection changes nothing
 */
public record Instance(
        String id,
        String workspace,
        String name,
        String channel,
        String provider,
        Map<String, String> config,
        Map<String, String> secrets,
        String token,
        InstanceState state,
        @Nullable String stateReason,
        long epoch,
        Instant stateSince,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements Resource, SendsSecrets {

    public static final String WHATSAPP = "whatsapp";
    public static final String CLOUD_API = "cloud_api";
    public static final String SANDBOX = "sandbox";

    /** The number of an instance at its provider. */
    public static final String PHONE_NUMBER_ID = "phone_number_id";

    /** The business account of the number at the provider. */
    public static final String ACCOUNT_ID = "waba_id";

    /** The number itself, in E.164. */
    public static final String PHONE_NUMBER = "phone_number";

    /** The words, with commas between them, by which a person opts out of all messages. */
    public static final String OPT_OUT_WORDS = "opt_out_words";

    /** Those by which a person opts out of marketing. */
    public static final String OPT_OUT_MARKETING_WORDS = "opt_out_marketing_words";

    /** Those by which a person opts in again. */
    public static final String OPT_IN_WORDS = "opt_in_words";

    public static final String ACCESS_TOKEN = "access_token";
    public static final String APP_SECRET = "app_secret";
    public static final String VERIFY_TOKEN = "verify_token";

    /** Signatures made with it are still accepted. */
    public static final String FORMER_APP_SECRET = "former_app_secret";

    /** The seconds by which the clock of a simulated network is ahead. */
    public static final String CLOCK_AHEAD = "clock_ahead_seconds";

    /** The required settings of the Cloud API. */
    private static final List<String> REQUIRED_OF_CLOUD_API =
            List.of(PHONE_NUMBER_ID, ACCOUNT_ID, ACCESS_TOKEN, APP_SECRET, VERIFY_TOKEN);

    public Instance {
        config = Map.copyOf(config);
        secrets = Map.copyOf(secrets);
        metadata = Map.copyOf(metadata);
    }

    /** An instance without anything that a patch can give it. */
    public static Instance blank(
            String id, String workspace, String provider, String token, Instant now) {
        return new Instance(
                id,
                workspace,
                "",
                WHATSAPP,
                provider,
                Map.of(),
                Map.of(),
                token,
                InstanceState.CREATED,
                null,
                0,
                now,
                Map.of(),
                now,
                now);
    }

    /** The purpose under which a secret of an instance is sealed. */
    public static String purpose(String id, String secret) {
        return id + "/config/" + secret;
    }

    /** The purpose under which notices of the provider are sealed. */
    public static String noticePurpose(String id) {
        return id + "/notice";
    }

    /** Whether the provider is the simulated one. */
    public boolean isSandbox() {
        return provider.equals(SANDBOX);
    }

    /** The time in the network of the instance, which is ahead if the clock of the sandbox was advanced. */
    public Instant now(Instant now) {
        return now.plusSeconds(clockAhead());
    }

    /** The seconds by which the clock of the network is ahead. */
    public long clockAhead() {
        return Long.parseLong(config.getOrDefault(CLOCK_AHEAD, "0"));
    }

    @Override
    public List<String> destination() {
        return List.of(config.getOrDefault("base_url", ""));
    }

    /** The others verify calls of the provider. */
    @Override
    public List<String> sentSecrets() {
        return Optional.ofNullable(secrets.get(ACCESS_TOKEN)).stream().toList();
    }

    Instance touchedAt(Instant at) {
        return new Instance(
                id,
                workspace,
                name,
                channel,
                provider,
                config,
                secrets,
                token,
                state,
                stateReason,
                epoch,
                stateSince,
                metadata,
                createdAt,
                at);
    }

    Instance in(InstanceState next, @Nullable String reason, long nextEpoch, Instant at) {
        return new Instance(
                id,
                workspace,
                name,
                channel,
                provider,
                config,
                next == InstanceState.LOGGED_OUT ? Map.of() : secrets,
                token,
                next,
                reason,
                nextEpoch,
                next == state ? stateSince : at,
                metadata,
                createdAt,
                at);
    }

    List<FieldError> errors() {
        List<FieldError> errors = new ArrayList<>(Metadata.errors(metadata));
        if (provider.equals(CLOUD_API) && state != InstanceState.LOGGED_OUT) {
            Map<String, String> given = new LinkedHashMap<>(config);
            given.putAll(secrets);
            REQUIRED_OF_CLOUD_API.stream()
                    .filter(name -> !given.containsKey(name))
                    .forEach(name ->
                            errors.add(
                                    new FieldError(
                                            "/config/" + name,
                                            "required",
                                            name + " is required by the Cloud API.")));
        }
        return errors;
    }
}
