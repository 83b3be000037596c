/** The click spool: clicks of answered redirects on the local disk until Kafka has them. */
@NullMarked
package io.postrider.redirects.spool;

import org.jspecify.annotations.NullMarked;
