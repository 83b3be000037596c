package io.postrider.domain.messages;

/**
 * The reason why a message failed.
 *
 * @param code the provider's number, or a code of Postrider in snake case
 * @param detail one sentence for a person
 * @param retryable whether a new message with the same content may succeed
 * @param scope what the cause applies to: {@code message}, {@code recipient}, {@code instance} or {@code account}
 */
public record MessageError(String code, String detail, boolean retryable, String scope) {}
