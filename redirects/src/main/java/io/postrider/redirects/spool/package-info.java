/** The click spool: answered redirects wait here, on the local disk, until Kafka has them. */
@NullMarked
package io.postrider.redirects.spool;

import org.jspecify.annotations.NullMarked;
