package io.postrider.api.links;

import io.postrider.schemas.Actor;
import io.postrider.schemas.LinkListed;

/** Records that links were listed with a key; it neither delays a list nor makes it fail. */
@FunctionalInterface
public interface ListingRecorder {

    /** Records a listing, some time soon. */
    void record(String workspace, Actor actor, String requestId, LinkListed listed);
}
