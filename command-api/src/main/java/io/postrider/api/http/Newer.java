package io.postrider.api.http;

import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * What holds of a resource on this node, which may be ahead of the read models.
 *
 * @param shown the resource, from what the read models say of it; from an empty object where they say nothing
 */
public record Newer(long version, boolean deleted, UnaryOperator<ObjectNode> shown) {}
