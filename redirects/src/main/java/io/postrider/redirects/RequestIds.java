package io.postrider.redirects;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import java.util.random.RandomGenerator;

/** Makes ids for the requests of one event loop; they name requests and keep no secret, so speed beats strength. */
final class RequestIds {

    private final RandomGenerator random;

    RequestIds(RandomGenerator random) {
        this.random = random;
    }

    String next(long now) {
        return Id.of(IdKind.REQ, Uuids.v7(now, (short) random.nextInt(), random.nextLong()));
    }
}
