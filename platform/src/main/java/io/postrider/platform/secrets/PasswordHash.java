package io.postrider.platform.secrets;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Hashes passwords with Argon2id, at the minimum cost of OWASP (19 MiB, two passes, one lane). Slow and large on purpose:
 * callers must limit concurrent hashes.
 */
public final class PasswordHash {

    private static final int MEMORY_KIB = 19_456;
    private static final int PASSES = 2;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final int MEMORY_KIB_MAX = 1 << 20;
    private static final Pattern PHC =
            Pattern.compile(
                    "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,2}),p=(\\d{1,2})"
                            + "\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

    private PasswordHash() {}

    /** The hash as a PHC string, which says how it was made. */
    public static String of(String password, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return phc(salt, argon2(password, salt, MEMORY_KIB, PASSES, 1, HASH_BYTES));
    }

    /** A hash that costs as much to compare with as any other, and that no password has; costs nothing to make. */
    public static String ofNone(SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        byte[] hash = new byte[HASH_BYTES];
        random.nextBytes(salt);
        random.nextBytes(hash);
        return phc(salt, hash);
    }

    private static String phc(byte[] salt, byte[] hash) {
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=%d,t=%d,p=1$%s$%s"
                .formatted(
                        MEMORY_KIB,
                        PASSES,
                        base64.encodeToString(salt),
                        base64.encodeToString(hash));
    }

    /** Whether a password has this hash, at the cost that the hash names; a text that is no such hash has none. */
    public static boolean matches(String password, String phc) {
        Matcher parts = PHC.matcher(phc);
        if (!parts.matches()) {
            return false;
        }
        int memory = Integer.parseInt(parts.group(1));
        byte[] salt = Base64.getDecoder().decode(parts.group(4));
        byte[] expected = Base64.getDecoder().decode(parts.group(5));
        return memory <= MEMORY_KIB_MAX
                && MessageDigest.isEqual(
                        expected,
                        argon2(
                                password,
                                salt,
                                memory,
                                Integer.parseInt(parts.group(2)),
                                Integer.parseInt(parts.group(3)),
                                expected.length));
    }

    private static byte[] argon2(
            String password, byte[] salt, int memory, int passes, int lanes, int length) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(
                new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                        .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                        .withMemoryAsKB(memory)
                        .withIterations(passes)
                        .withParallelism(lanes)
                        .withSalt(salt)
                        .build());
        byte[] hash = new byte[length];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        return hash;
    }
}
