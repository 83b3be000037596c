package io.postrider.platform.secrets;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.Parameters;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AesGcmParameters;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import io.postrider.platform.files.PrivateFile;
import io.postrider.platform.files.PrivateFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The two secrets that are kept outside the log, in files of mode 0600: the pepper under which credentials are hashed, and the
 * master key under which the workspaces' data keys are wrapped. The log alone reveals neither.
 */
public final class SecretFiles {

    private static final String PEPPER = "pepper";
    private static final String MASTER = "master.json";
    private static final int PEPPER_BYTES = 32;
    private static final int MASTER_BYTES = 32;

    private final byte[] pepper;
    private final Aead master;

    private SecretFiles(byte[] pepper, Aead master) {
        this.pepper = pepper;
        this.master = master;
    }

    /** The folder cannot be used, or its content cannot be read or is too short to be safe. */
    public static final class UnusableSecretsException extends IllegalArgumentException {
        UnusableSecretsException(Path folder, Exception cause) {
            super("unusable secrets in %s: %s".formatted(folder, cause), cause);
        }
    }

    /** Reads the secrets of a folder; makes them where the folder has none. Safe for several processes at once. */
    public static SecretFiles open(Path folder) {
        try {
            PrivateFolder.create(folder);
            try (FileChannel channel =
                            FileChannel.open(
                                    folder.resolve(".lock"),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                byte[] pepper = pepper(folder.resolve(PEPPER));
                Aead master = master(folder.resolve(MASTER));
                if (!lock.isValid()) {
                    throw new IOException("the lock of " + folder + " was lost");
                }
                return new SecretFiles(pepper, master);
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new UnusableSecretsException(folder, e);
        }
    }

    /**
     * Reads the secrets of a folder and creates nothing; empty if it does not have both.
     *
     * @throws UnusableSecretsException if they cannot be used
     */
    public static Optional<SecretFiles> existing(Path folder) {
        Path pepper = folder.resolve(PEPPER);
        Path master = folder.resolve(MASTER);
        try {
            return Files.exists(pepper) && Files.exists(master)
                    ? Optional.of(new SecretFiles(pepper(pepper), master(master)))
                    : Optional.empty();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new UnusableSecretsException(folder, e);
        }
    }

    /** Hashes credentials under the pepper. */
    public TokenHasher tokenHasher() {
        return new TokenHasher(pepper);
    }

    /** A key for another purpose, derived from the pepper, so that no two purposes share one. */
    public byte[] derive(String purpose) {
        return HmacSha256.of(pepper, ("postrider/" + purpose).getBytes(StandardCharsets.UTF_8));
    }

    /** Wraps and unwraps data keys. */
    Aead master() {
        return master;
    }

    private static byte[] pepper(Path file) throws IOException {
        if (!Files.exists(file)) {
            byte[] fresh = new byte[PEPPER_BYTES];
            new SecureRandom().nextBytes(fresh);
            PrivateFile.write(file, HexFormat.of().formatHex(fresh));
        }
        byte[] found = HexFormat.of().parseHex(Files.readString(file).strip());
        if (found.length < PEPPER_BYTES) {
            throw new IllegalArgumentException(
                    "pepper: " + found.length + " bytes (expected: >= " + PEPPER_BYTES + ")");
        }
        return found;
    }

    private static Aead master(Path file) throws IOException, GeneralSecurityException {
        if (!Files.exists(file)) {
            KeysetHandle fresh =
                    KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, DataKeys.TINK);
            PrivateFile.write(
                    file,
                    TinkJsonProtoKeysetFormat.serializeKeyset(
                            fresh, DataKeys.TINK, InsecureSecretKeyAccess.get()));
        }
        KeysetHandle keys =
                TinkJsonProtoKeysetFormat.parseKeyset(
                        Files.readString(file), DataKeys.TINK, InsecureSecretKeyAccess.get());
        for (int i = 0; i < keys.size(); i++) {
            requireAes256Gcm(keys.getAt(i).getKey().getParameters());
        }
        return keys.getPrimitive(DataKeys.TINK, Aead.class);
    }

    private static void requireAes256Gcm(Parameters key) {
        if (!(key instanceof AesGcmParameters gcm && gcm.getKeySizeBytes() == MASTER_BYTES)) {
            throw new IllegalArgumentException(
                    "master.json: " + key + " (expected: AES-256-GCM keys alone)");
        }
    }
}
