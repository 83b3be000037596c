package io.postrider.domain.links;

import io.postrider.domain.kernel.Edit;
import java.time.Instant;

/** What can be asked of a short link. */
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

    /** Change some of a link's fields. */
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

    /** Stop a link for ever; its slug stays taken. */
    record DeleteLink(String workspace) implements LinkCommand {}

    /**
     * Admit clicks, as many as the link's limit has room for.
     *
     * @param count of clicks that wait for admission; below 1 nothing changes
     */
    record AdmitClicks(String workspace, long count) implements LinkCommand {}

    /**
     * Write down that a link's end has come, if that is still its end.
     *
     * @param expiresAt the end that was waited for
     */
    record ExpireLink(String workspace, Instant expiresAt) implements LinkCommand {}
}
