package io.postrider.contract;

import tools.jackson.databind.node.ObjectNode;

/** The contract of the API, as one OpenAPI 3.1 document. */
public final class Contract {

    private final String baseUrl;
    private final EventCatalogue events;

    /** @param baseUrl public address of the service */
    public Contract(String baseUrl, EventCatalogue events) {
        this.baseUrl = baseUrl;
        this.events = events;
    }

    /** A new copy of the document: it is large, and only its routes keep it. */
    public ObjectNode document() {
        return ContractBundle.of(ContractFiles.joined(), baseUrl, events);
    }
}
