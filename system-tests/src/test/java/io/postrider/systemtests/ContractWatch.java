package io.postrider.systemtests;

import io.postrider.testkit.contract.ContractCheck;
import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.Exchanged;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds every answer of a process against the contract that it hands out itself. */
public final class ContractWatch {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final ContractDocument contract;
    private final ContractCheck check;

    private ContractWatch(ContractDocument contract) {
        this.contract = contract;
        this.check = new ContractCheck(contract);
    }

    /** Asks a process for its contract. */
    public static ContractWatch of(HttpClient http, String base)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(base + "/api/v1/openapi.json"))
                        .timeout(TIMEOUT)
                        .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("no contract, but " + response.statusCode());
        }
        return new ContractWatch(ContractDocument.of(response.body()));
    }

    /** The contract. */
    public ContractDocument contract() {
        return contract;
    }

    /** The same answer, which is as the contract says. */
    public HttpResponse<String> checked(HttpResponse<String> response) {
        check(response, response.headers().map());
        return response;
    }

    /** The same answer, which is as the contract says, unless a proxy gave it, which names no request. */
    public HttpResponse<String> checkedBehindProxy(HttpResponse<String> response) {
        if (response.headers().firstValue("x-request-id").isPresent()) {
            Map<String, List<String>> headers = new HashMap<>(response.headers().map());
            // Proxies name themselves.
            headers.keySet().removeIf("server"::equalsIgnoreCase);
            check(response, headers);
        }
        return response;
    }

    private void check(HttpResponse<String> response, Map<String, List<String>> headers) {
        check.verify(
                new Exchanged(
                        response.request().method(),
                        response.request().uri().getPath(),
                        response.statusCode(),
                        headers,
                        response.body()));
    }
}
