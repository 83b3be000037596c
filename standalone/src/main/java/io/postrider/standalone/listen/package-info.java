/** The command that forwards the events of a workspace to a URL on this machine, signed as deliveries of webhooks are. */
@org.jspecify.annotations.NullMarked
package io.postrider.standalone.listen;
