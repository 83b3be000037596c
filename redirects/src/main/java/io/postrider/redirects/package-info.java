/**
 * The redirect: from a slug to its target, with the click on disk before the answer leaves.
 *
 * <p>It is answered by a Netty handler right behind the HTTP codec, because WebFlux's routing costs a quarter of the
 * throughput and nothing of it is needed here.
 */
@NullMarked
package io.postrider.redirects;

import org.jspecify.annotations.NullMarked;
