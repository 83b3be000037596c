/** The command that checks an installation without starting or changing anything. */
@NullMarked
package io.postrider.standalone.doctor;

import org.jspecify.annotations.NullMarked;
