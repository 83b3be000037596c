package io.postrider.schemas.catalogue;

import java.util.Collection;
import java.util.function.Function;

/**
 * One filter of a list.
 *
 * @param parameter the query parameter
 * @param values the indexed values of a resource
 * @param <T> the resource
 */
public record Index<T>(String parameter, Match match, Function<T, Collection<String>> values) {}
