/** The REST API of whoever calls. */
@NullMarked
package io.postrider.identity.account;

import org.jspecify.annotations.NullMarked;
