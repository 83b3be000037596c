package io.postrider.projections.clicks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Distinguishes visitors within a day without identifying them: a keyed hash whose key changes at midnight UTC. */
final class VisitorHash {

    private static final int HASH_BYTES = 8;

    private final byte[] base;
    private @Nullable LocalDate day;
    private @Nullable Mac ofDay;

    VisitorHash(byte[] base) {
        this.base = base.clone();
    }

    /** The visitor's hash in hex; for one thread. */
    String hash(Instant at, String workspace, byte @Nullable [] ip, @Nullable String userAgent) {
        Mac mac = ofDay(LocalDate.ofInstant(at, ZoneOffset.UTC));
        mac.update(utf8(workspace));
        mac.update((byte) 0);
        if (ip != null) {
            mac.update(ip);
        }
        mac.update((byte) 0);
        if (userAgent != null) {
            mac.update(utf8(userAgent));
        }
        return HexFormat.of().formatHex(mac.doFinal(), 0, HASH_BYTES);
    }

    private Mac ofDay(LocalDate wanted) {
        if (ofDay != null && wanted.equals(day)) {
            return ofDay;
        }
        try {
            Mac daily = Mac.getInstance("HmacSHA256");
            daily.init(new SecretKeySpec(base, "HmacSHA256"));
            byte[] key = daily.doFinal(utf8("visitors/" + wanted));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            day = wanted;
            ofDay = mac;
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
