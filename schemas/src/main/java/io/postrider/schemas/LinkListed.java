package io.postrider.schemas;

import java.util.List;
import java.util.Map;

/**
 * Short links were listed.
 *
 * @param count the number of links on the returned page
 * @param filters the query parameters of the request
 */
public record LinkListed(int count, List<String> linkIds, Map<String, String> filters) {
    public LinkListed {
        linkIds = List.copyOf(linkIds);
        filters = Map.copyOf(filters);
    }
}
