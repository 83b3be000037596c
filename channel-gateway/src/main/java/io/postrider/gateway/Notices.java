package io.postrider.gateway;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand;
import io.postrider.domain.instances.InstanceCommand.RecordNotice;
import io.postrider.domain.instances.InstanceCommand.ReportInstance;
import io.postrider.domain.instances.InstanceState;
import io.postrider.gateway.CallbackParser.News;
import io.postrider.schemas.Callback;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Records what a provider tells of accounts and numbers, and sets the state of their instances by it. */
final class Notices {

    private static final String ACCOUNT = "account_update";
    private static final String QUALITY = "phone_number_quality_update";

    private final InstanceDirectory instances;
    private final Secrets secrets;

    Notices(InstanceDirectory instances, Secrets secrets) {
        this.instances = instances;
        this.secrets = secrets;
    }

    private record Health(InstanceState state, @Nullable String reason) {}

    /**
     * Makes the commands that follow from a notice.
     *
     * @param send takes the id of an instance and a command to it
     */
    void record(Callback call, News.Notice notice, BiConsumer<String, InstanceCommand> send) {
        health(notice)
                .ifPresent(health ->
                        concerned(call, notice)
                                .forEach(instance -> report(instance, health, send)));
        secrets.sealedText(
                        call.workspace(),
                        Instance.noticePurpose(call.instance()),
                        notice.value().toString())
                .ifPresent(value ->
                        send.accept(
                                call.instance(),
                                new RecordNotice(call.workspace(), notice.field(), value)));
    }

    /** An instance that waits for its connection learns its state from that alone. */
    private static void report(
            Instance instance, Health health, BiConsumer<String, InstanceCommand> send) {
        boolean applies =
                switch (instance.state()) {
                    case CONNECTED -> health.state() != InstanceState.CONNECTED;
                    case DEGRADED, RESTRICTED -> true;
                    default -> false;
                };
        if (applies) {
            send.accept(
                    instance.id(),
                    new ReportInstance(
                            instance.workspace(),
                            instance.epoch(),
                            health.state(),
                            health.reason()));
        }
    }

    private List<Instance> concerned(Callback call, News.Notice notice) {
        Predicate<Instance> is =
                notice.field().equals(ACCOUNT)
                        ? each -> notice.account().equals(each.config().get(Instance.ACCOUNT_ID))
                        : each -> isOf(notice.value().path("display_phone_number"), each);
        List<Instance> found =
                instances.all().stream()
                        .filter(each -> each.workspace().equals(call.workspace()))
                        .filter(is)
                        .toList();
        return found.isEmpty() ? instances.find(call.instance()).stream().toList() : found;
    }

    private static boolean isOf(JsonNode number, Instance instance) {
        String digits = digits(number.asString(""));
        return !digits.isEmpty()
                && digits.equals(digits(instance.config().getOrDefault(Instance.PHONE_NUMBER, "")));
    }

    private static String digits(String number) {
        return number.replaceAll("[^0-9]", "");
    }

    private static Optional<Health> health(News.Notice notice) {
        String event = notice.value().path("event").asString("");
        String ban = notice.value().at("/ban_info/waba_ban_state").asString("");
        return switch (notice.field()) {
            case QUALITY -> quality(event);
            case ACCOUNT -> account(event.equals("DISABLED_UPDATE") ? ban : event);
            default -> Optional.empty();
        };
    }

    private static Optional<Health> quality(String event) {
        return switch (event) {
            case "FLAGGED" -> Optional.of(new Health(InstanceState.DEGRADED, "quality_flagged"));
            case "UNFLAGGED" -> Optional.of(new Health(InstanceState.CONNECTED, null));
            default -> Optional.empty();
        };
    }

    /** @param event what happened to the account, which for a ban is its state */
    private static Optional<Health> account(String event) {
        String reason = "account_" + event.toLowerCase(Locale.ROOT).replaceFirst("^account_", "");
        return switch (event) {
            case "DISABLE", "ACCOUNT_DELETED", "ACCOUNT_OFFBOARDED" ->
                    Optional.of(new Health(InstanceState.RESTRICTED, reason));
            case "SCHEDULE_FOR_DISABLE", "ACCOUNT_RESTRICTION", "ACCOUNT_VIOLATION" ->
                    Optional.of(new Health(InstanceState.DEGRADED, reason));
            case "REINSTATE", "ACCOUNT_RECONNECTED" ->
                    Optional.of(new Health(InstanceState.CONNECTED, null));
            default -> Optional.empty();
        };
    }
}
