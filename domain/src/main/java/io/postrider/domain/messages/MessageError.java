package io.postrider.domain.messages;

/**
 * The reason why a message failed.
 *
 * @param code the provider's number, or a code of Postrider in snake case
 * @param detail a description in one sentence
 * @param retryable whether a new message with the same content may succeed
 * @param scope the scope of the cause: {@code message}, {@code recipient}, {@code instance} or {@code account}
 */
public record MessageError(String code, String detail, boolean retryable, String scope) {}
