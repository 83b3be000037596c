package io.postrider.platform.secrets;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.Aead;
import com.google.crypto.tink.Configuration;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.AesGcmKey;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The data keys of workspaces and users, each wrapped under the master key; without its data key a ciphertext is noise. Two
 * nodes may mint a data key for one subject at the same time. The one with the lowest offset in the log is in force, on
 * every node.
 */
public final class DataKeys {

    static final Configuration TINK = registered();

    private static final String HASH_KEY_PURPOSE = "keyed hashes";

    private final Aead master;
    private final Map<String, List<Minted>> keys = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private volatile Consumer<String> whenMissing = _ -> {};

    @SuppressWarnings("ArrayRecordComponent")
    private record Minted(long offset, Aead key, byte[] hashKey) {}

    public DataKeys(SecretFiles files) {
        this.master = files.master();
    }

    /** A new data key for a subject, wrapped, in base64. It is not in use before {@link #put} is called with it. */
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
     * Adds a wrapped data key of a subject. It is in force unless the subject has one with a lower offset.
     *
     * @param offset of its record in the log; the records of one subject are in one partition
     * @return false if it was wrapped under another master key, or for another subject
     */
    public boolean put(String subject, long offset, String wrapped) {
        try {
            Minted minted = unwrapped(subject, offset, wrapped);
            keys.merge(subject, List.of(minted), (known, _) -> with(known, minted));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
        listeners.forEach(listener -> listener.accept(subject));
        return true;
    }

    @AccessesPartialKey
    private Minted unwrapped(String subject, long offset, String wrapped)
            throws GeneralSecurityException {
        KeysetHandle handle =
                TinkProtoKeysetFormat.parseEncryptedKeyset(
                        Base64.getDecoder().decode(wrapped), master, associated(subject), TINK);
        AesGcmKey key = (AesGcmKey) handle.getPrimary().getKey();
        byte[] secret = key.getKeyBytes().toByteArray(InsecureSecretKeyAccess.get());
        return new Minted(
                offset,
                handle.getPrimitive(TINK, Aead.class),
                HmacSha256.of(secret, HASH_KEY_PURPOSE.getBytes(StandardCharsets.UTF_8)));
    }

    /** The keyed hash of a text of a subject: HMAC-SHA-256 under a key that follows from the data key. */
    Optional<byte[]> hash(String subject, String text) {
        return Optional.ofNullable(keys.get(subject))
                .map(known ->
                        HmacSha256.of(
                                known.getFirst().hashKey(), text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Minted> with(List<Minted> known, Minted next) {
        return known.stream().anyMatch(minted -> minted.offset() == next.offset())
                ? known
                : Stream.concat(known.stream(), Stream.of(next))
                        .sorted(Comparator.comparingLong(Minted::offset))
                        .toList();
    }

    /** Removes a destroyed data key of a subject. */
    public void remove(String subject, long offset) {
        keys.computeIfPresent(
                subject,
                (_, known) -> {
                    List<Minted> left =
                            known.stream().filter(minted -> minted.offset() != offset).toList();
                    return left.isEmpty() ? null : left;
                });
    }

    Optional<Aead> of(String subject) {
        return Optional.ofNullable(keys.get(subject)).map(known -> known.getFirst().key());
    }

    /**
     * The data key to seal with; empty if the subject has none. Who listens with {@link #whenMissing} learns of it.
     */
    Optional<Aead> forSealing(String subject) {
        Optional<Aead> key = of(subject);
        if (key.isEmpty()) {
            whenMissing.accept(subject);
        }
        return key;
    }

    /** Calls the listener with each subject that has no data key when a text is to be sealed for it. */
    public void whenMissing(Consumer<String> listener) {
        whenMissing = listener;
    }

    /** Calls the listener with each subject that a data key is added for. */
    void onPut(Consumer<String> listener) {
        listeners.add(listener);
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
