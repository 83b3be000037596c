package io.postrider.domain.links;

import static io.postrider.domain.links.LinkSamples.CREATED_AT;
import static io.postrider.domain.links.LinkSamples.OTHER_WORKSPACE;
import static io.postrider.domain.links.LinkSamples.WORKSPACE;
import static io.postrider.domain.links.LinkSamples.limited;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.RandomHistories;
import io.postrider.domain.kernel.RandomHistories.Step;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.domain.links.LinkEvent.ClicksAdmitted;
import io.postrider.domain.links.LinkEvent.LinkChange;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.domain.links.LinkEvent.LinkExhausted;
import io.postrider.domain.links.LinkEvent.LinkExpired;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import io.postrider.domain.links.LinkState.Deleted;
import io.postrider.domain.links.LinkState.Free;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinkHistoriesTest {

    private static final List<String> FIELDS = LinkPatchTest.everyField().toList();

    @Test
    void noHistoryLetsMoreClicksThroughThanItsLimitAllows() {
        new RandomHistories<>(
                        new LinkDecider(),
                        LinkHistoriesTest::randomCommand,
                        command -> !(command instanceof AdmitClicks),
                        CountedClicks::new)
                .check(LinkEvent.class, "slug_taken", "not_found", "clicks_exhausted", "invalid");
    }

    private static LinkCommand randomCommand(Random random) {
        String workspace = random.nextInt(8) == 0 ? OTHER_WORKSPACE : WORKSPACE;
        int kind = random.nextInt(40);
        if (kind == 0) {
            return new DeleteLink(workspace);
        }
        if (kind < 10) {
            return new CreateLink(limited(workspace, randomLimit(random), 0));
        }
        return kind < 20
                ? new UpdateLink(workspace, randomPatch(random))
                : new AdmitClicks(workspace, 1 + random.nextInt(3));
    }

    private static @Nullable Long randomLimit(Random random) {
        return random.nextInt(3) == 0 ? null : (Long) (long) random.nextInt(8);
    }

    private static LinkPatch randomPatch(Random random) {
        int code = random.nextInt(3);
        return new LinkPatch(
                FIELDS.stream().filter(_ -> random.nextInt(5) == 0).toList(),
                randomText(random),
                randomText(random),
                List.of("tag" + random.nextInt(3)),
                randomTime(random),
                randomTime(random),
                randomText(random),
                randomLimit(random),
                code == 0 ? null : (Integer) (300 + code),
                code == 1 ? null : (Boolean) (code == 0),
                randomText(random),
                Map.of("key" + random.nextInt(3), random.nextInt(6) == 0 ? "v".repeat(501) : ""));
    }

    private static @Nullable String randomText(Random random) {
        int number = random.nextInt(3);
        return number == 0 ? null : "text" + number;
    }

    private static @Nullable Instant randomTime(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> null;
            case 1 -> Instant.MIN;
            default -> Instant.MAX;
        };
    }

    /** Counts the clicks of a link by its own reckoning. */
    private static final class CountedClicks
            implements RandomHistories.Law<LinkCommand, LinkState, LinkEvent> {

        private long clicks;
        private @Nullable Long limit;

        @Override
        public void check(Step<LinkCommand, LinkState, LinkEvent> step) {
            step.events().forEach(this::count);
            for (LinkEvent event : step.events()) {
                if (event instanceof LinkChange change) {
                    assertThat(change.link().workspace()).isEqualTo(step.command().workspace());
                    assertThat(change.link().createdAt()).isEqualTo(CREATED_AT);
                }
            }
            if (step.before() instanceof Deleted) {
                assertThat(step.after()).isEqualTo(step.before());
            }
            if (step.events().stream().anyMatch(LinkCreated.class::isInstance)) {
                assertThat(step.before()).isEqualTo(new Free());
            }
            if (step.command() instanceof AdmitClicks && !step.events().isEmpty()) {
                assertThat(step.events().getLast() instanceof LinkExhausted)
                        .as("exhausted by click %d of %s", clicks, limit)
                        .isEqualTo(limit != null && clicks == limit);
            }
        }

        private void count(LinkEvent event) {
            switch (event) {
                case LinkCreated(Link link) -> limit = link.maxClicks();
                case LinkUpdated(Link link) -> {
                    limit = link.maxClicks();
                    clicks = limit == null ? 0 : clicks;
                }
                case ClicksAdmitted(long count, long admittedClicks) -> {
                    clicks += count;
                    assertThat(limit).as("a counted click has a limit").isNotNull();
                    assertThat(clicks).isLessThan(limit);
                    assertThat(admittedClicks).isEqualTo(clicks);
                }
                case LinkExhausted(Link link, long count) -> {
                    clicks += count;
                    assertThat(clicks).isEqualTo(limit);
                    assertThat(link.admittedClicks()).isEqualTo(limit);
                }
                case LinkDeleted(Link link) -> assertThat(link.admittedClicks()).isEqualTo(clicks);
                case LinkExpired(Link link) -> assertThat(link.expiresAt()).isNotNull();
            }
        }
    }
}
