/** Evaluates the expressions of tenants off the stream threads. */
@NullMarked
package io.postrider.platform.evaluations;

import org.jspecify.annotations.NullMarked;
