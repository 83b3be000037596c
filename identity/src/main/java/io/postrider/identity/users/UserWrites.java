package io.postrider.identity.users;

import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand;
import io.postrider.domain.users.UserCommand.ChangePassword;
import io.postrider.domain.users.UserEvent;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Sends commands on the signed-in user. */
public final class UserWrites {

    private final Writes writes;

    UserWrites(Writes writes) {
        this.writes = writes;
    }

    /** Sends a command once, however often the request is repeated with its Idempotency-Key. */
    <C extends Record & UserCommand> Mono<ApiResponse> once(
            ApiRequest request, C command, Function<WriteResult.Holds, ApiResponse> answer) {
        return writes.once(
                        request,
                        idempotency ->
                                send(request, command, idempotency)
                                        .thenApply(written -> written.answer(answer)))
                .map(answered -> StepUpAuthentication.asSignedIn(answered, passwordIn(command)));
    }

    private static String passwordIn(UserCommand command) {
        return command instanceof ChangePassword ? PasswordChangeForm.CURRENT : ProofForm.PASSWORD;
    }

    /** Sends several commands once. */
    Mono<ApiResponse> once(
            ApiRequest request,
            Function<Optional<Idempotency>, CompletionStage<ApiResponse>> work) {
        return writes.once(request, work);
    }

    /** Sends a command on the user. */
    <C extends Record & UserCommand> CompletionStage<WriteResult> send(
            ApiRequest request, C command, Optional<Idempotency> idempotency) {
        return send(request, request.principal().id(), command, idempotency);
    }

    /** Sends a command on the user or on one of the user's claims. */
    <C extends Record & UserCommand> CompletionStage<WriteResult> send(
            ApiRequest request, String aggregate, C command, Optional<Idempotency> idempotency) {
        return send(request, aggregate, command, Optional.empty(), idempotency);
    }

    /** Sends a command if the aggregate is at the required version. */
    <C extends Record & UserCommand> CompletionStage<WriteResult> send(
            ApiRequest request,
            String aggregate,
            C command,
            Optional<Long> version,
            Optional<Idempotency> idempotency) {
        return writes.send(
                request,
                new CommandRequest(Context.USERS, aggregate, command, version, idempotency));
    }

    /** Sends a command if the user is at the required version. */
    <C extends Record & UserCommand> Mono<WriteResult> sendFor(
            ApiRequest request, C command, Optional<Long> version) {
        CommandRequest change =
                new CommandRequest(
                        Context.USERS,
                        request.principal().id(),
                        command,
                        version,
                        Optional.empty());
        return Mono.fromFuture(writes.send(request, change).toCompletableFuture(), true);
    }

    /** Whether this request, rather than an earlier one, caused the event. */
    static boolean madeBy(ApiRequest request, WriteResult.Holds holds) {
        return request.requestId().equals(holds.event().header().correlationId());
    }

    /** The user after a successful write. */
    public static User in(WriteResult.Holds holds) {
        if (holds.event().payload() instanceof UserEvent.OfUser change) {
            return change.user();
        }
        throw new IllegalStateException("not about a user: " + holds.event().header().type());
    }
}
