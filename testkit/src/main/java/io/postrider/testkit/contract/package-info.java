/** Validation of a service's responses against its published contract. */
@NullMarked
package io.postrider.testkit.contract;

import org.jspecify.annotations.NullMarked;
