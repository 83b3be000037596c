/** Users of the console, their second factors and their sessions. */
@NullMarked
package io.postrider.domain.users;

import org.jspecify.annotations.NullMarked;
