/** Hands out the contract of the API, as OpenAPI and as AsyncAPI. */
@NullMarked
package io.postrider.api.contract;

import org.jspecify.annotations.NullMarked;
