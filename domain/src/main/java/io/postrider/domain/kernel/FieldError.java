package io.postrider.domain.kernel;

/**
 * One field of a request that cannot be accepted.
 *
 * @param pointer JSON pointer to the field, for example {@code /expires_at}
 * @param code stable, snake case
 * @param detail one sentence for a person
 */
public record FieldError(String pointer, String code, String detail) {}
