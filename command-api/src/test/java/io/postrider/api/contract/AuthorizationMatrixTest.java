package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation with the owner's key, without a key, in sessions, and with keys of other scopes. */
class AuthorizationMatrixTest extends EveryOperation {

    /** Operations without a working example: they need a code of a device, or the id of a session. */
    private static final Map<String, String> NEEDS_TO_KNOW =
            Map.of(
                    "signOutThere", "not_found",
                    "confirmSecondFactor", "invalid",
                    "renewRecoveryCodes", "second_factor_missing",
                    "disableSecondFactor", "second_factor_missing");

    @ParameterizedTest
    @Verifies("operation-access")
    @MethodSource("operations")
    void theOwnerIsAnswered(Operation operation) {
        succeeds(operation, sent(owner, examples.of(operation)));
    }

    @ParameterizedTest
    @Verifies("operation-access")
    @MethodSource("ofPeople")
    void operationsOfUsersRequireASession(Operation operation) {
        Request request = examples.of(operation);

        Response told = sent(people.signedInUser().page(), request);
        if (NEEDS_TO_KNOW.containsKey(operation.id())) {
            assertThat(told.code()).isEqualTo(NEEDS_TO_KNOW.get(operation.id()));
        } else {
            succeeds(operation, told);
        }
        Response anonymous = sent(api.anonymous(), request);
        assertThat(anonymous.status()).isEqualTo(401);
        assertThat(anonymous.code()).isEqualTo("unauthorized");
        Response key = sent(owner, request);
        assertThat(key.status()).isEqualTo(403);
        assertThat(key.code()).isEqualTo("session_required");
    }

    @ParameterizedTest
    @Verifies("operation-access")
    @MethodSource("operations")
    void missingKeysAreUnauthorizedUnlessPublic(Operation operation) {
        Response told = sent(api.anonymous(), examples.of(operation));

        if (isOpen(operation)) {
            succeeds(operation, told);
        } else {
            assertThat(told.status()).isEqualTo(401);
            assertThat(told.code()).isEqualTo("unauthorized");
        }
    }

    /** The example is an event of a link, which the scope of the operation does not read. */
    private static final Set<String> READS_AN_EVENT =
            Set.of(
                    "resendDelivery",
                    "getEvent",
                    "getEventCause",
                    "getEventEffects",
                    "getDelivery",
                    "listAttempts",
                    "explainRule",
                    "explainWebhook");

    @ParameterizedTest
    @Verifies("operation-access")
    @MethodSource("closed")
    void missingScopesAreNamed(Operation operation) {
        Request request = examples.of(operation);
        Optional<String> scope = scope(operation);
        if (scope.isEmpty()) {
            succeeds(operation, sent(api.callerOf(TestApi.OTHER_WORKSPACE, "audit:read"), request));
            return;
        }
        String[] others =
                Scopes.all().stream()
                        .filter(held -> !Scopes.covers(List.of(held), scope.get()))
                        .toArray(String[]::new);

        Response told = sent(api.callerOf(TestApi.OTHER_WORKSPACE, others), request);

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("scope_missing");
        assertThat(told.body().path("required").toString()).isEqualTo("[\"" + scope.get() + "\"]");
        // With it alone a key gets in, even if it cannot give others more than it has itself.
        assertThat(sent(api.callerOf(TestApi.OTHER_WORKSPACE, scope.get()), request).code())
                .isIn(
                        READS_AN_EVENT.contains(operation.id())
                                ? "not_found"
                                : NEEDS_EVENTS.getOrDefault(operation.id(), ""),
                        "scope_exceeds_own",
                        "role_exceeds_own");
    }
}
