package io.postrider.standalone.broker;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.scram.ScramCredential;
import org.apache.kafka.common.security.scram.ScramCredentialCallback;
import org.apache.kafka.common.security.scram.internals.ScramFormatter;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the single user of the embedded broker from its configuration. Kafka's own handler reads users from the log,
 * which broker and controller cannot read before they have authenticated each other.
 */
public final class OneUser implements AuthenticateCallbackHandler {

    /** The minimum of Kafka: a secret of 256 random bits cannot be guessed, however fast a guess is. */
    private static final int ITERATIONS = 4_096;

    private @Nullable String user;
    private @Nullable ScramCredential credential;

    /** Made by Kafka, by name. */
    public OneUser() {}

    @Override
    public void configure(
            Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {
        Map<String, ?> options = entries.getFirst().getOptions();
        user = option(options, "username");
        try {
            credential =
                    new ScramFormatter(ScramMechanism.forMechanismName(mechanism))
                            .generateCredential(option(options, "password"), ITERATIONS);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + mechanism, e);
        }
    }

    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        String asked = "";
        for (Callback callback : callbacks) {
            switch (callback) {
                case NameCallback name -> asked = name.getDefaultName();
                case ScramCredentialCallback wanted ->
                        // Any other user has no credential, which Kafka rejects.
                        wanted.scramCredential(asked.equals(user) ? credential : null);
                default -> throw new UnsupportedCallbackException(callback);
            }
        }
    }

    @Override
    public void close() {}

    private static String option(Map<String, ?> options, String name) {
        return String.valueOf(options.get(name));
    }
}
