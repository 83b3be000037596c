/** Which endpoints there are at present, as the dispatcher knows them. */
@NullMarked
package io.postrider.webhooks.endpoints;

import org.jspecify.annotations.NullMarked;
