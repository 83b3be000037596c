package io.postrider.runtime.secrets;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.Configuration;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The workspaces' data keys, each wrapped under the master key; without its data key a ciphertext is noise. */
public final class DataKeys {

    static final Configuration TINK = registered();

    private final Aead master;
    private final Map<String, Aead> keys = new ConcurrentHashMap<>();

    public DataKeys(SecretFiles files) {
        this.master = files.master();
    }

    /** A new data key for a subject, wrapped, in base64; in force once {@link #put} was called with it. */
    public String mint(String subject) {
        try {
            KeysetHandle fresh =
                    KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, TINK);
            return Base64.getEncoder()
                    .encodeToString(
                            TinkProtoKeysetFormat.serializeEncryptedKeyset(
                                    fresh, master, associated(subject), TINK));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a data key", e);
        }
    }

    /**
     * Brings a wrapped data key into use.
     *
     * @return false if it was wrapped under another master key, or for another subject
     */
    public boolean put(String subject, String wrapped) {
        try {
            keys.put(
                    subject,
                    TinkProtoKeysetFormat.parseEncryptedKeyset(
                                    Base64.getDecoder().decode(wrapped),
                                    master,
                                    associated(subject),
                                    TINK)
                            .getPrimitive(TINK, Aead.class));
            return true;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Takes a destroyed data key out of use. */
    public void remove(String subject) {
        keys.remove(subject);
    }

    Optional<Aead> of(String subject) {
        return Optional.ofNullable(keys.get(subject));
    }

    private static Configuration registered() {
        try {
            AeadConfig.register();
            return RegistryConfiguration.get();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot set up authenticated encryption", e);
        }
    }

    private static byte[] associated(String subject) {
        return ("data_key|" + subject).getBytes(StandardCharsets.UTF_8);
    }
}
