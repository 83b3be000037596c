package io.postrider.expressions;

/**
 * One place at which data or a JSON Schema is not as it must be.
 *
 * @param pointer JSON pointer to the place, empty for the whole
 * @param code stable, snake case
 * @param detail one sentence for a person
 */
public record DataFault(String pointer, String code, String detail) {}
