package io.postrider.schemas;

/**
 * What makes a repeated request recognisable.
 *
 * @param scope HMAC of workspace, method, path and Idempotency-Key, in hex
 * @param requestHash SHA-256 of the request body, in hex
 */
public record Idempotency(String scope, String requestHash) {}
