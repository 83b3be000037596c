/** What outbound calls may reach and carry: target URLs, address rules, caller-set headers and signing secrets. */
@NullMarked
package io.postrider.outbound.egress;

import org.jspecify.annotations.NullMarked;
