/** The REST API of whoever calls. */
@NullMarked
package io.postrider.api.account;

import org.jspecify.annotations.NullMarked;
