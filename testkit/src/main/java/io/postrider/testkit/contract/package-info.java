/** Holds what a service answers against the contract that it publishes. */
@NullMarked
package io.postrider.testkit.contract;

import org.jspecify.annotations.NullMarked;
