/**
 * Redirects from a slug to its target, with the click on disk before the response.
 *
 * <p>A Netty handler right behind the HTTP codec answers them, because WebFlux's routing costs a quarter of the throughput and
 * offers nothing that is needed here.
 */
@NullMarked
package io.postrider.redirects;

import org.jspecify.annotations.NullMarked;
