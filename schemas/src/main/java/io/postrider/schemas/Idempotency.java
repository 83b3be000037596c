package io.postrider.schemas;

/**
 * The identity of a request with an Idempotency-Key, by which a repeated request is recognised.
 *
 * @param scope the HMAC of workspace, method, path and Idempotency-Key, in hex
 * @param requestHash the SHA-256 of the request body, in hex
 */
public record Idempotency(String scope, String requestHash) {}
