package io.postrider.platform.secrets;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Seals texts under a workspace's data key. The ciphertext is bound to its purpose, so that it cannot be moved to another
 * resource or field.
 */
public final class SecretBox {

    private final DataKeys keys;

    public SecretBox(DataKeys keys) {
        this.keys = keys;
    }

    /**
     * Seals a text.
     *
     * @param purpose resource and field, for example {@code whk_…/secret}
     * @return base64; empty if the workspace has no data key (any more, or yet)
     */
    public Optional<String> seal(String workspace, String purpose, String text) {
        return keys.forSealing(workspace)
                .map(key -> {
                    try {
                        return Base64.getEncoder()
                                .encodeToString(
                                        key.encrypt(
                                                text.getBytes(StandardCharsets.UTF_8),
                                                associated(workspace, purpose)));
                    } catch (GeneralSecurityException e) {
                        throw new IllegalStateException("cannot seal " + purpose, e);
                    }
                });
    }

    /** Opens a text of {@link #seal} for the same workspace and purpose; empty for anything else. */
    public Optional<String> open(String workspace, String purpose, String sealed) {
        return keys.of(workspace)
                .flatMap(key -> {
                    try {
                        return Optional.of(
                                new String(
                                        key.decrypt(
                                                Base64.getDecoder().decode(sealed),
                                                associated(workspace, purpose)),
                                        StandardCharsets.UTF_8));
                    } catch (GeneralSecurityException | IllegalArgumentException e) {
                        return Optional.empty();
                    }
                });
    }

    /**
     * A keyed hash by which a text is found again without being opened. Like a ciphertext it is noise once the data key is
     * destroyed.
     *
     * @param purpose the kind of text; equal texts of two purposes have different hashes
     * @param digits hexadecimal digits, 64 at most
     * @return empty if the workspace has no data key (any more, or yet)
     */
    public Optional<String> hash(String workspace, String purpose, String text, int digits) {
        return keys.hash(workspace, purpose + "|" + text)
                .map(bytes -> HexFormat.of().formatHex(bytes).substring(0, digits));
    }

    /**
     * A key of 32 bytes for one purpose, that follows from the data key.
     *
     * @return empty if the workspace has no data key (any more, or yet)
     */
    public Optional<byte[]> derivedKey(String workspace, String purpose) {
        return keys.hash(workspace, "key|" + purpose);
    }

    private static byte[] associated(String workspace, String purpose) {
        return (workspace + "|" + purpose).getBytes(StandardCharsets.UTF_8);
    }
}
