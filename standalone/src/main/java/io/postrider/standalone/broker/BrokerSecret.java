package io.postrider.standalone.broker;

import io.postrider.platform.files.PrivateFile;
import io.postrider.platform.files.PrivateFolder;
import io.postrider.platform.kafka.ClientProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The secret that a client of the embedded broker must have, in a file of mode 0600 that the first start makes. */
final class BrokerSecret {

    static final String USER = "postrider";

    private static final int BYTES = 32;
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    private final String password;

    private BrokerSecret(String password) {
        this.password = password;
    }

    /**
     * Reads the secret, or creates one if there is no file. A lost file does not lock clients out: the broker does not store
     * the secret, and the next start creates another one.
     *
     * @throws BrokerStartException if the file cannot be used
     */
    static BrokerSecret open(Path file) {
        try {
            if (!Files.exists(file)) {
                PrivateFolder.create(file.resolve("..").normalize());
                byte[] fresh = new byte[BYTES];
                new SecureRandom().nextBytes(fresh);
                PrivateFile.write(file, HexFormat.of().formatHex(fresh));
            }
            String found = Files.readString(file).strip();
            if (!FORM.matcher(found).matches()) {
                throw new BrokerStartException(
                        "The file %s does not contain 64 hexadecimal digits; if you delete it, the next start creates a new secret"
                                .formatted(file));
            }
            return new BrokerSecret(found);
        } catch (IOException e) {
            throw new BrokerStartException("The file %s cannot be used: %s".formatted(file, e), e);
        }
    }

    /** The credentials of clients. */
    ClientProperties shown() {
        return ClientProperties.scram(USER, password);
    }

    /** The user, as the broker's configuration has it. */
    String jaas() {
        return ClientProperties.jaas(ClientProperties.SCRAM, USER, password);
    }
}
