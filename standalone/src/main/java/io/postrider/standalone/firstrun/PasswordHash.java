package io.postrider.standalone.firstrun;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/** Hashes a password with Argon2id, at the least cost that OWASP names (19 MiB, two passes, one lane). */
final class PasswordHash {

    private static final int MEMORY_KIB = 19_456;
    private static final int PASSES = 2;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private PasswordHash() {}

    /** The hash as a PHC string, which says how it was made. */
    static String of(String password, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(
                new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                        .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                        .withMemoryAsKB(MEMORY_KIB)
                        .withIterations(PASSES)
                        .withParallelism(1)
                        .withSalt(salt)
                        .build());
        byte[] hash = new byte[HASH_BYTES];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=%d,t=%d,p=1$%s$%s"
                .formatted(
                        MEMORY_KIB,
                        PASSES,
                        base64.encodeToString(salt),
                        base64.encodeToString(hash));
    }
}
