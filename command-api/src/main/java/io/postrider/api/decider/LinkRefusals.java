package io.postrider.api.decider;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.links.LinkRejection;
import io.postrider.domain.links.LinkRejection.ClicksExhausted;
import io.postrider.domain.links.LinkRejection.LinkInvalid;
import io.postrider.domain.links.LinkRejection.LinkMissing;
import io.postrider.domain.links.LinkRejection.SlugTaken;
import io.postrider.schemas.Refusal;
import java.util.List;

/** What callers are told when a command on a link is refused. */
final class LinkRefusals {

    private LinkRefusals() {}

    static Refusal of(LinkRejection rejection) {
        return switch (rejection) {
            case SlugTaken(String domain, String slug) ->
                    Refusal.of("slug_taken", "The slug " + slug + " is taken on " + domain + ".");
            case LinkMissing() -> Refusals.notFound("link");
            case ClicksExhausted() ->
                    Refusal.of("clicks_exhausted", "The link's last allowed click is used up.");
            case LinkInvalid(List<FieldError> errors) -> Refusals.invalid(errors);
        };
    }
}
