/** Counts the attempts of each endpoint, and reports endpoints that fail, recover or accept nothing for days. */
@NullMarked
package io.postrider.webhooks.health;

import org.jspecify.annotations.NullMarked;
