package io.postrider.schemas.catalogue;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import java.time.Duration;
import java.time.Instant;

/**
 * The ids and times of sample commands, of which examples and tests are made.
 *
 * @param number number that distinguishes the resources of several samples
 * @param workspace the workspace that asks
 */
public record Sample(int number, String workspace) {

    /** The time of the first sample command. */
    public static final Instant AT = Instant.parse("2026-11-02T09:30:00.125Z");

    /** The expiry of samples with one. */
    public static final Instant END = AT.plus(Duration.ofDays(30));

    /** The sample of a number in the first workspace. */
    public static Sample numbered(int number) {
        return new Sample(number, id(IdKind.WS, 1));
    }

    /** The same sample of another workspace. */
    public Sample by(String otherWorkspace) {
        return new Sample(number, otherWorkspace);
    }

    /** The id of a kind in this sample. */
    public String id(IdKind kind) {
        return id(kind, number);
    }

    /** The id of a kind in the sample of a number. */
    public static String id(IdKind kind, int number) {
        long bits = 0x4f1b_2c3d_5e6f_7a8bL * (number + 1L);
        return Id.of(kind, Uuids.v7(AT.toEpochMilli(), (short) (bits >>> 48), bits));
    }
}
