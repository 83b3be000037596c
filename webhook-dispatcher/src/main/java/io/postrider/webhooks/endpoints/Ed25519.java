package io.postrider.webhooks.endpoints;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;

/** Keys of Ed25519, in the forms in which they are stored and shown. */
final class Ed25519 {

    private static final String ALGORITHM = "Ed25519";
    private static final String PUBLIC_PREFIX = "whpk_";
    private static final int PUBLIC_BYTES = 32;

    private Ed25519() {}

    /** A new pair. */
    static KeyPair generate() {
        try {
            return KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** A public key as Standard Webhooks writes it: {@code whpk_} and the Base64 of its 32 bytes. */
    static String text(PublicKey key) {
        byte[] encoded = key.getEncoded();
        byte[] raw = Arrays.copyOfRange(encoded, encoded.length - PUBLIC_BYTES, encoded.length);
        return PUBLIC_PREFIX + Base64.getEncoder().encodeToString(raw);
    }

    /** A private key as it is sealed: PKCS #8 in Base64. */
    static String text(PrivateKey key) {
        return Base64.getEncoder().encodeToString(key.getEncoded());
    }

    /** Reads a private key. */
    static PrivateKey privateKey(String text) {
        try {
            return KeyFactory.getInstance(ALGORITHM)
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a private key that was stored here is invalid", e);
        }
    }
}
