package io.postrider.identity.users;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.users.User;
import io.postrider.identity.auth.UserReplica;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Versioned;
import io.postrider.web.route.ApiRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The enrolment of a device for codes. Nothing is stored until a code of the device is confirmed: the browser has the seed,
 * sealed for the user, so that it cannot be replaced by another one.
 */
final class SecondFactorSetup {

    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final String ISSUER = "Postrider";

    private final UserReplica users;
    private final UserSecrets secrets;
    private final LoginAttempts tries;
    private final SecureRandom random;
    private final InstantSource clock;

    SecondFactorSetup(
            UserReplica users,
            UserSecrets secrets,
            LoginAttempts tries,
            SecureRandom random,
            InstantSource clock) {
        this.users = users;
        this.secrets = secrets;
        this.tries = tries;
        this.random = random;
        this.clock = clock;
    }

    /**
     * A device whose code was right.
     *
     * @param step time step of the code
     */
    record Confirmed(String seed, long step) {

        @Override
        public String toString() {
            return "Confirmed[]";
        }
    }

    /** The response with the data for the device. */
    ApiResponse begin(User user) {
        if (user.totp() != null) {
            return Problem.of(409, "second_factor_set_up", "The user already has a second factor.");
        }
        String seed = TotpCodes.seed(random);
        Instant end = clock.instant().plus(LONGEST);
        String email = secrets.open(user.id(), UserSecrets.Part.EMAIL, user.email()).orElse("");
        return secrets.seal(user.id(), UserSecrets.Part.TOTP_SETUP, seed + " " + end.toEpochMilli())
                .<ApiResponse>map(setup ->
                        ApiResponse.ok(json(seed, TotpCodes.uri(seed, ISSUER, email), setup, end))
                                .showingSecret())
                .orElseGet(Problem::secretsUnavailable);
    }

    private static ObjectNode json(String seed, String uri, String setup, Instant end) {
        return Json.object()
                .put("object", "second_factor_setup")
                .put("secret", seed)
                .put("uri", uri)
                .put("setup", setup)
                .put("expires_at", Json.time(end));
    }

    /** The device, if the code is right. */
    Validated<Confirmed> confirmed(ApiRequest request, String setup, String code) {
        User user = users.byId(request.principal().id()).map(Versioned::value).orElseThrow();
        Optional<String> seed = seed(user, setup);
        if (seed.isEmpty()) {
            return Validated.refused(
                    Problem.invalid(
                            new FieldError(
                                    "/setup",
                                    "invalid_setup",
                                    "The setup is unknown, or it started more than "
                                            + LONGEST.toMinutes()
                                            + " minutes ago.")));
        }
        return tries.begin(request, user.emailHash())
                .<Validated<Confirmed>>map(Validated::refused)
                .orElseGet(() -> proved(request, user, seed.get(), code));
    }

    private Validated<Confirmed> proved(ApiRequest request, User user, String seed, String code) {
        Optional<Long> step = TotpCodes.step(seed, code.replaceAll("[\\s-]", ""), clock.instant());
        if (step.isEmpty()) {
            return Validated.refused(StepUpAuthentication.codeWrong());
        }
        tries.right(request, user.emailHash());
        return Validated.valid(new Confirmed(seed, step.get()));
    }

    private Optional<String> seed(User user, String setup) {
        return secrets.open(user.id(), UserSecrets.Part.TOTP_SETUP, setup)
                .map(text -> text.split(" ", -1))
                .filter(parts ->
                        clock.instant().isBefore(Instant.ofEpochMilli(Long.parseLong(parts[1]))))
                .map(parts -> parts[0]);
    }

    /** The seed as it is stored. */
    Optional<String> sealed(String user, Confirmed confirmed) {
        return secrets.seal(user, UserSecrets.Part.TOTP_SEED, confirmed.seed());
    }
}
