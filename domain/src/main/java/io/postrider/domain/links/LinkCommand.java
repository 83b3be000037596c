package io.postrider.domain.links;

import io.postrider.domain.kernel.Edit;
import java.time.Instant;

/** The commands on a short link. */
public sealed interface LinkCommand {

    /** The workspace that asks; a link of another one is as good as unknown. */
    String workspace();

    /** Creates a link with a slug and a target. */
    record CreateLink(Link link) implements LinkCommand {
        @Override
        public String workspace() {
            return link.workspace();
        }
    }

    /** Changes some fields of a link. */
    record UpdateLink(String workspace, LinkPatch patch) implements LinkCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(
                    patch.url(),
                    patch.title(),
                    patch.tags(),
                    patch.expiredUrl(),
                    patch.externalId(),
                    patch.metadata());
        }
    }

    /** Deletes a link; its slug cannot be used again. */
    record DeleteLink(String workspace) implements LinkCommand {}

    /**
     * Admits clicks, as many as the link's limit has room for.
     *
     * @param count the number of clicks that wait for admission; below 1 nothing changes
     */
    record AdmitClicks(String workspace, long count) implements LinkCommand {}

    /**
     * Records the expiry of a link, if its end is unchanged.
     *
     * @param expiresAt the end of the link that is expected
     */
    record ExpireLink(String workspace, Instant expiresAt) implements LinkCommand {}
}
