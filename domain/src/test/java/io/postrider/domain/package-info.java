/** Tests of the domain as a whole. */
@NullMarked
package io.postrider.domain;

import org.jspecify.annotations.NullMarked;
