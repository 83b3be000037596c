/** Outbound HTTP calls to targets that callers name: resolved, checked, connected to the address that was checked. */
@NullMarked
package io.postrider.outbound.http;

import org.jspecify.annotations.NullMarked;
