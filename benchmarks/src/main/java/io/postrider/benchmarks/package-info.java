/** Measured claims: one command that compares in one run, on the machine it runs on. */
@NullMarked
package io.postrider.benchmarks;

import org.jspecify.annotations.NullMarked;
