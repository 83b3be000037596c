package io.postrider.messaging.gateway;

/**
 * A call that a provider is to get, as it is named in the queue.
 *
 * @param resource the id of the resource that it is about, whose state follows from the outcome
 * @param op the kind of the call
 */
record ProviderCall(String resource, String op) {

    /** Sends a message, whose id is the name of the work. */
    static final String SEND = "send";

    /** Reports to the provider that a received message was read. */
    static final String READ = "read";

    private static final String BETWEEN = "/";

    /** The work with a name. */
    static ProviderCall named(String name) {
        String[] parts = name.split(BETWEEN, 3);
        return parts.length == 1
                ? new ProviderCall(name, SEND)
                : new ProviderCall(parts[0], parts[1]);
    }

    /**
     * The name, the same however often it is made.
     *
     * @param version of the resource that asks for it
     */
    String name(long version) {
        return op.equals(SEND) ? resource : resource + BETWEEN + op + BETWEEN + version;
    }
}
