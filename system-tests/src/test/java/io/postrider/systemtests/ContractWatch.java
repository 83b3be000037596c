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
        ContractWatch watch = new ContractWatch(ContractDocument.of(response.body()));
        watch.checked(response);
        return watch;
    }

    /** The contract. */
    public ContractDocument contract() {
        return contract;
    }

    /** The same answer, which is as the contract says. */
    public HttpResponse<String> checked(HttpResponse<String> response) {
        check.verify(
                new Exchanged(
                        response.request().method(),
                        response.request().uri().getPath(),
                        response.statusCode(),
                        response.headers().map(),
                        response.body()));
        return response;
    }
}
