/** The common parts of all aggregates: deciders, decisions, ids and field errors. */
@NullMarked
package io.postrider.domain.kernel;

import org.jspecify.annotations.NullMarked;
