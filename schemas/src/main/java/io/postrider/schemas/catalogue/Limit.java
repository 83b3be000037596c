package io.postrider.schemas.catalogue;

/**
 * The number of resources that a workspace can have.
 *
 * @param setting the environment variable that changes it
 * @param standard the default
 * @param most the largest value of the setting
 */
public record Limit(String setting, int standard, int most) {}
