package io.postrider.api;

import io.postrider.testkit.contract.ContractCheck;
import io.postrider.testkit.contract.Exchanged;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.test.web.reactive.server.EntityExchangeResult;

/** Holds what tests are answered against the contract, which is the same for all of them. */
public final class Promised {

    private static final Map<String, ContractCheck> CHECKS = new ConcurrentHashMap<>();

    private Promised() {}

    /** What the API answers. */
    static ContractCheck byTheApi(TestApi api) {
        return CHECKS.computeIfAbsent(
                "api", _ -> new ContractCheck(api.contract().ofTheApiAlone()));
    }

    /** What is served ahead of it. */
    public static ContractCheck aheadOfTheApi() {
        return CHECKS.computeIfAbsent(
                "ahead",
                _ -> {
                    try (TestApi api = new TestApi()) {
                        return new ContractCheck(api.contract());
                    }
                });
    }

    static Exchanged exchanged(EntityExchangeResult<?> result) {
        Map<String, List<String>> headers = new HashMap<>();
        result.getResponseHeaders().forEach(headers::put);
        byte[] body = result.getResponseBodyContent();
        return Exchanged.of(
                result.getMethod().name(),
                result.getUrl().getRawPath(),
                result.getStatus().value(),
                headers,
                body == null ? new byte[0] : body);
    }
}
