package io.postrider.api.contract;

import io.postrider.api.events.EventCatalogue;
import io.postrider.api.http.PublicAddress;
import tools.jackson.databind.node.ObjectNode;

/** What the API promises, as one OpenAPI 3.1 document. */
public final class Contract {

    private final PublicAddress address;
    private final EventCatalogue events;

    Contract(PublicAddress address, EventCatalogue events) {
        this.address = address;
        this.events = events;
    }

    /** The document, made anew: it is large, and kept by nobody but who hands it out. */
    public ObjectNode document() {
        return ContractBundle.of(ContractFiles.joined(), address.baseUrl(), events);
    }
}
