package io.postrider.projections.lists;

import org.jspecify.annotations.Nullable;

/**
 * A resource that was looked for in one partition.
 *
 * @param row null if it is not there
 * @param deleted whether it was there once
 * @param <T> the resource
 */
public record Found<T>(Rows.@Nullable Row<T> row, boolean deleted) {}
