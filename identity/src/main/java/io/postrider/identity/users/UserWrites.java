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

/** Changes whoever is signed in. */
public final class UserWrites {

    private final Writes writes;

    UserWrites(Writes writes) {
        this.writes = writes;
    }

    /** Changes him once, however often the request is sent with its Idempotency-Key. */
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

    /** Does several writes once. */
    Mono<ApiResponse> once(
            ApiRequest request,
            Function<Optional<Idempotency>, CompletionStage<ApiResponse>> work) {
        return writes.once(request, work);
    }

    /** Changes him. */
    <C extends Record & UserCommand> CompletionStage<WriteResult> send(
            ApiRequest request, C command, Optional<Idempotency> idempotency) {
        return send(request, request.principal().id(), command, idempotency);
    }

    /** Changes him, or what he claims. */
    <C extends Record & UserCommand> CompletionStage<WriteResult> send(
            ApiRequest request, String aggregate, C command, Optional<Idempotency> idempotency) {
        return send(request, aggregate, command, Optional.empty(), idempotency);
    }

    /** The same, if what is changed is at the version that is demanded. */
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

    /** Changes him, if he is at the version that is demanded. */
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

    /** Whether it was this request that brought about what holds; otherwise it was so before. */
    static boolean madeBy(ApiRequest request, WriteResult.Holds holds) {
        return request.requestId().equals(holds.event().header().correlationId());
    }

    /** The user after a write that holds. */
    public static User in(WriteResult.Holds holds) {
        if (holds.event().payload() instanceof UserEvent.OfUser change) {
            return change.user();
        }
        throw new IllegalStateException("not about a user: " + holds.event().header().type());
    }
}
