package io.postrider.messaging.gateway;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand;
import io.postrider.domain.instances.InstanceCommand.RecordNotice;
import io.postrider.domain.instances.InstanceCommand.ReportInstance;
import io.postrider.domain.instances.InstanceState;
import io.postrider.messaging.gateway.CallbackParser.News;
import io.postrider.schemas.Callback;
import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Records what a provider tells of accounts and numbers, and sets the state of their instances by it. */
final class AccountUpdates {

    private static final String ACCOUNT = "account_update";
    private static final String QUALITY = "phone_number_quality_update";
    private static final String FLAGGED = "quality_flagged";

    /** With its sealing and the rest of the event below the bound of an event. */
    private static final int VALUE_LENGTH_MAX = 64 * 1024;

    private final InstanceDirectory instances;
    private final Secrets secrets;

    AccountUpdates(InstanceDirectory instances, Secrets secrets) {
        this.instances = instances;
        this.secrets = secrets;
    }

    /** Takes commands. */
    @FunctionalInterface
    interface Sender {

        /**
         * Sends a command to an instance.
         *
         * @param name name that is the same for a callback that is read twice
         */
        void send(String instance, InstanceCommand command, String name);
    }

    private record Health(InstanceState state, @Nullable String reason) {}

    /**
     * Makes the commands that follow from a notice.
     *
     * @param sender takes the commands
     */
    void record(Callback call, News.Notice notice, Sender sender) {
        BiConsumer<String, InstanceCommand> send =
                (instance, command) ->
                        sender.send(instance, command, name(call, notice, instance, command));
        health(notice)
                .ifPresent(health ->
                        concerned(call, notice)
                                .forEach(instance -> report(instance, notice, health, send)));
        secrets.sealedText(
                        call.workspace(),
                        Instance.noticePurpose(call.instance()),
                        bounded(notice.value().toString()))
                .ifPresent(value ->
                        send.accept(
                                call.instance(),
                                new RecordNotice(call.workspace(), notice.field(), value)));
    }

    private static String name(
            Callback call, News.Notice notice, String instance, InstanceCommand command) {
        String told = notice.field() + notice.value();
        return "%s/%s/%d/%s"
                .formatted(
                        instance,
                        command.getClass().getSimpleName(),
                        call.receivedAt().toEpochMilli(),
                        UUID.nameUUIDFromBytes(told.getBytes(StandardCharsets.UTF_8)));
    }

    /** An event has a bound, and the call itself stays in its topic for some days. */
    private static String bounded(String value) {
        return value.length() <= VALUE_LENGTH_MAX
                ? value
                : Json.object().put("truncated", true).put("length", value.length()).toString();
    }

    /**
     * An instance that waits for its connection learns its state from that alone. A state is left by the kind of notice that led
     * to it.
     */
    private static void report(
            Instance instance,
            News.Notice notice,
            Health health,
            BiConsumer<String, InstanceCommand> send) {
        boolean ofQuality = notice.field().equals(QUALITY);
        boolean recovers = health.state() == InstanceState.CONNECTED;
        boolean applies =
                switch (instance.state()) {
                    case CONNECTED -> !recovers;
                    case DEGRADED ->
                            !recovers || ofQuality == FLAGGED.equals(instance.stateReason());
                    case RESTRICTED -> !ofQuality && recovers;
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
                        : each ->
                                isOf(notice.value().path("display_phone_number"), each)
                                        || isCalled(call, notice, each);
        return instances.all().stream()
                .filter(each -> each.workspace().equals(call.workspace()))
                .filter(is)
                .toList();
    }

    /** An instance whose number is not known is asked by its own address. */
    private static boolean isCalled(Callback call, News.Notice notice, Instance instance) {
        return instance.id().equals(call.instance())
                && !instance.config().containsKey(Instance.PHONE_NUMBER)
                && notice.account().equals(instance.config().get(Instance.ACCOUNT_ID));
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
            case "FLAGGED" -> Optional.of(new Health(InstanceState.DEGRADED, FLAGGED));
            case "UNFLAGGED" -> Optional.of(new Health(InstanceState.CONNECTED, null));
            default -> Optional.empty();
        };
    }

    /** @param event event of the account, which for a ban is its state */
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
