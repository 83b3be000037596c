/** Tests against brokers that authenticate and authorize their clients. */
@NullMarked
package io.postrider.systemtests.security;

import org.jspecify.annotations.NullMarked;
