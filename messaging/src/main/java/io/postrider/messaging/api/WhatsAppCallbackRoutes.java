package io.postrider.messaging.api;

import io.postrider.domain.instances.Instance;
import io.postrider.platform.secrets.HmacSha256;
import io.postrider.platform.secrets.HubSignature;
import io.postrider.schemas.json.InstanceJson;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.AppendProblems;
import io.postrider.web.problem.Problem;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Optional;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;

/**
 * The address that WhatsApp calls. A call is in the log before it is answered with 200; WhatsApp repeats a call that is
 * answered otherwise.
 */
final class WhatsAppCallbackRoutes implements ApiRoutes {

    private static final String PATH = InstanceJson.HOOKS + "{token}";
    private static final int BODY_BYTES_MAX = 4 << 20;
    private static final int CHALLENGE_MAX = 1_000;

    private final InstanceReplica instances;
    private final InstanceSecrets secrets;
    private final CallbackLog log;

    WhatsAppCallbackRoutes(InstanceReplica instances, InstanceSecrets secrets, CallbackLog log) {
        this.instances = instances;
        this.secrets = secrets;
        this.log = log;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(PATH)
                        .open()
                        .taking("hub.mode", "hub.challenge", "hub.verify_token")
                        .producing(MediaType.TEXT_PLAIN)
                        .to(request -> Mono.just(handshake(request))),
                ApiRoute.postRaw(PATH).open().upTo(BODY_BYTES_MAX).to(this::call));
    }

    private ApiResponse handshake(ApiRequest request) {
        Optional<String> challenge =
                request.parameter("hub.challenge").filter(text -> text.length() <= CHALLENGE_MAX);
        boolean subscribes = request.parameter("hub.mode").filter("subscribe"::equals).isPresent();
        boolean verified =
                instances
                        .withToken(request.variable("token"))
                        .flatMap(secrets::verifyToken)
                        .filter(token ->
                                HmacSha256.isSame(
                                        token, request.parameter("hub.verify_token").orElse("")))
                        .isPresent();
        return subscribes && verified && challenge.isPresent()
                ? ApiResponse.text(200, challenge.get(), MediaType.TEXT_PLAIN)
                : Problem.of(
                        403,
                        "invalid_verify_token",
                        "The verify token does not match the instance.");
    }

    private Mono<ApiResponse> call(ApiRequest request) {
        byte[] body = request.body();
        Optional<Instance> instance = instances.withToken(request.variable("token"));
        if (instance.isEmpty()) {
            return Mono.just(Problem.notFound());
        }
        String signature = request.headers().getFirst(HubSignature.HEADER);
        boolean signed =
                secrets.appSecrets(instance.get()).stream()
                        .anyMatch(secret -> HubSignature.isValid(secret, body, signature));
        if (!signed) {
            return Mono.just(
                    Problem.of(
                            403,
                            "invalid_signature",
                            "The signature in "
                                    + HubSignature.HEADER
                                    + " does not match the body."));
        }
        return Mono.fromCompletionStage(log.append(instance.get(), body, request.traceparent()))
                .map(result ->
                        AppendProblems.of(result, "The callback cannot be stored at the moment.")
                                .<ApiResponse>map(problem -> problem)
                                .orElseGet(() -> ApiResponse.ok(Json.object())));
    }
}
