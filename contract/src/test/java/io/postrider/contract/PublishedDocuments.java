package io.postrider.contract;

import tools.jackson.databind.node.ObjectNode;

/** The documents as an installation hands them out. */
public final class PublishedDocuments {

    public static final String BASE_URL = "http://short.test";

    private PublishedDocuments() {}

    static EventCatalogue events() {
        return new EventCatalogue(BASE_URL, "short.test");
    }

    public static ObjectNode openApi() {
        return new Contract(BASE_URL, events()).document();
    }
}
