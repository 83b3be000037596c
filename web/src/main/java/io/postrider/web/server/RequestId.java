package io.postrider.web.server;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import java.time.InstantSource;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The id of a request, which every answer, every problem and every event that it causes carries. */
public final class RequestId {

    /** The header that carries it. */
    public static final String HEADER = "X-Request-Id";

    private static final String ATTRIBUTE = RequestId.class.getName();

    private final InstantSource clock;
    private final RandomGenerator random;

    /** @param random speed beats strength: the id names a request and keeps no secret */
    public RequestId(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** The id of the request with these attributes; made on first use. */
    public String of(Map<String, Object> attributes) {
        return (String) attributes.computeIfAbsent(ATTRIBUTE, name -> next());
    }

    private String next() {
        return Id.of(
                IdKind.REQ, Uuids.v7(clock.millis(), (short) random.nextInt(), random.nextLong()));
    }
}
