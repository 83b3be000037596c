package io.postrider.web.route;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.limits.Tenants;
import io.postrider.web.body.Payload;
import io.postrider.web.body.QueryText;
import io.postrider.web.body.UnknownFields;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.AccessRule.Open;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.Authenticator.Admitted;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.MemoryBudget;
import io.postrider.web.server.ProblemWriter;
import io.postrider.web.server.RequestId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Takes a request through all that operations share, in one order, to its operation and back. */
public final class ApiPipeline {

    private final Authenticator gate;
    private final RequestId requestIds;
    private final ResponseWriter writer;
    private final AuditTrail audit;
    private final Tenants tenants;
    private final ClientAddress addresses;
    private final RecentIds recent;

    private static final Set<String> REACHES =
            Set.of("exceeds_own", "scope_exceeds_own", "role_exceeds_own");

    private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private static final String WORKSPACE_HEADER = "Workspace";

    /** Says the form of an answer where a header cannot; it beats Accept. */
    private static final String FORMAT = "format";

    /** The attribute of a request with the share that a large answer is counted by. */
    private static final String UNREAD = ApiPipeline.class.getName() + ".UNREAD";

    private final PayloadReader payloads = new PayloadReader();
    private final MemoryBudget bodies = MemoryBudget.ofBodies();
    private final MemoryBudget answers = MemoryBudget.ofAnswers();
    private final MemoryBudget writeAnswers = MemoryBudget.ofWriteAnswers();

    public ApiPipeline(
            Authenticator gate,
            RequestId requestIds,
            ProblemWriter problems,
            AuditTrail audit,
            Tenants tenants,
            ClientAddress addresses,
            RecentIds recent) {
        this.gate = gate;
        this.recent = recent;
        this.addresses = addresses;
        this.audit = audit;
        this.tenants = tenants;
        this.requestIds = requestIds;
        this.writer = new ResponseWriter(problems);
    }

    Mono<ServerResponse> serve(
            ApiRoute route, Map<String, String> variables, ServerRequest request) {
        String requestId = requestIds.of(request.attributes());
        Visit visit = new Visit(route, variables, request, requestId);
        Deprecation deprecation = route.deprecation();
        if (deprecation != null) {
            deprecation.headers().forEach(told(request)::set);
        }
        return admitted(visit)
                .flatMap(answer -> writer.write(request, requestId, answer, answersShare(request)));
    }

    Mono<ServerResponse> refuse(ServerRequest request, Problem problem) {
        return writer.write(request, requestIds.of(request.attributes()), problem);
    }

    /** A request on its way to its operation. */
    private record Visit(
            ApiRoute route,
            Map<String, String> variables,
            ServerRequest request,
            String requestId) {}

    private Mono<ApiResponse> admitted(Visit visit) {
        if (visit.route().access() instanceof Open) {
            return called(visit, null);
        }
        return gate.admit(visit.request(), visit.route().name())
                .flatMap(entry -> entry.answer(admitted -> entered(visit, admitted)));
    }

    private Mono<ApiResponse> entered(Visit visit, Admitted admitted) {
        // At once, so that whatever answers from here on says it too.
        admitted.headers().forEach(told(visit.request())::set);
        return permitted(visit, admitted.principal())
                .answer(principal ->
                        called(visit, principal)
                                .doOnNext(answer -> noteReach(visit, principal, answer)));
    }

    /** What only the operation can judge: whoever reaches further than he may is turned away all the same. */
    private void noteReach(Visit visit, Principal principal, ApiResponse answer) {
        if (answer instanceof Problem problem && REACHES.contains(problem.code())) {
            denied(visit, principal, problem);
        }
    }

    /** What the answer says, whatever it is. */
    private static HttpHeaders told(ServerRequest request) {
        return request.exchange().getResponse().getHeaders();
    }

    private Validated<Principal> permitted(Visit visit, Principal principal) {
        return switch (visit.route().access()) {
            case AccessRule.Open() -> Validated.valid(principal);
            case AccessRule.AnyKey() -> inNamedWorkspace(visit, principal);
            case AccessRule.Person() ->
                    principal.isPerson() ? Validated.valid(principal) : noPerson(visit, principal);
            case AccessRule.Scoped(String scope, boolean narrowed) ->
                    inNamedWorkspace(visit, principal)
                            .then(entered ->
                                    entered.workspace().isEmpty()
                                            ? Validated.refused(AccessProblems.workspaceRequired())
                                            : narrowed && entered.may(scope)
                                                    ? Validated.valid(entered)
                                                    : scoped(visit, entered, scope));
            case AccessRule.PersonOr(String scope) ->
                    principal.isPerson()
                            ? Validated.valid(principal)
                            : scoped(visit, principal, scope);
            case AccessRule.InWorkspace(String scope) ->
                    entering(visit, principal).then(member -> scoped(visit, member, scope));
            case AccessRule.InWorkspaceOrHimself(String scope) ->
                    entering(visit, principal)
                            .then(member ->
                                    isHimself(visit, member)
                                            ? Validated.valid(member)
                                            : scoped(visit, member, scope));
        };
    }

    private Validated<Principal> noPerson(Visit visit, Principal principal) {
        Problem problem = AccessProblems.sessionRequired();
        denied(visit, principal, problem);
        return Validated.refused(problem);
    }

    /** Somebody who is signed in says where he means to do it; a key is of one workspace, and no other may be named. */
    private Validated<Principal> inNamedWorkspace(Visit visit, Principal principal) {
        List<String> named = visit.request().headers().header(WORKSPACE_HEADER);
        return !named.isEmpty()
                ? gate.entering(principal, String.join(",", named))
                : Validated.valid(principal);
    }

    private Validated<Principal> entering(Visit visit, Principal principal) {
        return ApiRequest.id(IdKind.WS, Objects.requireNonNull(visit.variables().get("id")))
                .then(id -> gate.entering(principal, id));
    }

    private static boolean isHimself(Visit visit, Principal member) {
        return member.isPerson() && member.id().equals(visit.variables().get("user_id"));
    }

    private Validated<Principal> scoped(Visit visit, Principal principal, String scope) {
        Optional<Problem> refusal =
                principal.may(scope)
                        ? AccessProblems.restricted(principal, visit.variables().get("id"))
                        : Optional.of(Problem.scopeMissing(scope));
        refusal.ifPresent(problem -> denied(visit, principal, problem));
        return refusal.<Validated<Principal>>map(Validated::refused)
                .orElse(Validated.valid(principal));
    }

    private void denied(Visit visit, Principal principal, Problem problem) {
        AuditTrail.Entry entry =
                new AuditTrail.Entry(
                        principal.workspace(),
                        principal.actor(),
                        visit.route().name(),
                        new Deed.Denied(problem.code()),
                        visit.requestId(),
                        null);
        audit.take(() -> List.of(entry));
    }

    private Mono<ApiResponse> called(Visit visit, @Nullable Principal principal) {
        ServerRequest request = visit.request();
        String tenant = RequestTenant.of(principal, tenants);
        request.attributes().put(UNREAD, share(unread(request), request, principal, tenant));
        Validated<ApiCall> call =
                parameters(visit)
                        .then(parameters ->
                                wanted(visit, parameters)
                                        .then(wanted ->
                                                idempotencyKey(visit)
                                                        .then(key ->
                                                                Validated.valid(
                                                                        new ApiCall(
                                                                                visit.requestId(),
                                                                                visit.route()
                                                                                        .name(),
                                                                                visit.variables(),
                                                                                parameters,
                                                                                principal,
                                                                                tenant,
                                                                                wanted,
                                                                                key)))));
        return call.answer(known ->
                        payloads.read(
                                        request,
                                        visit.route(),
                                        share(bodies, request, principal, tenant))
                                .flatMap(payload ->
                                        payload.answer(read -> handled(visit, known, read))))
                .map(answer ->
                        answer instanceof ApiResponse.Stream stream && principal != null
                                ? RevocableStream.stream(stream, () -> again(visit, principal))
                                : answer);
    }

    private Mono<ApiResponse> handled(Visit visit, ApiCall call, Payload payload) {
        Supplier<Mono<ApiResponse>> work =
                () ->
                        new ApiRequest(visit.request(), call, payload)
                                .answeredBy(visit.route().handler());
        return recent.isIn(call, payload) ? recent.answer(work) : work.get();
    }

    /** The share of a budget that a request takes memory of. */
    private MemoryBudget.Share share(
            MemoryBudget budget,
            ServerRequest request,
            @Nullable Principal principal,
            String tenant) {
        return principal == null
                ? budget.ofNetwork(addresses.network(request))
                : budget.ofTenant(tenant);
    }

    private MemoryBudget unread(ServerRequest request) {
        return SAFE.contains(request.method()) ? answers : writeAnswers;
    }

    /** What is answered before the caller is known counts against its network. */
    private MemoryBudget.Share answersShare(ServerRequest request) {
        return request.attribute(UNREAD)
                .map(MemoryBudget.Share.class::cast)
                .orElseGet(() -> unread(request).ofNetwork(addresses.network(request)));
    }

    /** A stream goes on for a caller who is let in and reads what it began with; one with other rights listens anew. */
    private Validated<Principal> again(Visit visit, Principal began) {
        return gate.again(visit.request())
                .then(now -> permitted(visit, now))
                .then(now ->
                        now.reader().equals(began.reader())
                                ? Validated.valid(now)
                                : Validated.refused(AccessProblems.changed()));
    }

    private static Validated<Map<String, String>> parameters(Visit visit) {
        Set<String> known = visit.route().parameters();
        return QueryText.parse(visit.request().uri().getRawQuery())
                .then(given ->
                        given.keySet().stream()
                                .filter(_ -> !visit.route().takesMore())
                                .filter(name -> !known.contains(name) && !name.equals(FORMAT))
                                .findFirst()
                                .<Validated<Map<String, String>>>map(name ->
                                        Validated.refused(
                                                Problem.badParameter(
                                                        name,
                                                        "unknown_parameter",
                                                        UnknownFields.detail(name, known))))
                                .orElse(Validated.valid(given)));
    }

    private static Validated<MediaType> wanted(Visit visit, Map<String, String> parameters) {
        List<MediaType> produced = visit.route().produces();
        String format = parameters.get(FORMAT);
        return format == null
                ? ContentNegotiation.choose(visit.request().headers().asHttpHeaders(), produced)
                : ContentNegotiation.named(format, produced);
    }

    private static Validated<Optional<String>> idempotencyKey(Visit visit) {
        return visit.request().method().equals(HttpMethod.POST)
                ? IdempotencyKey.of(visit.request().headers().asHttpHeaders())
                : Validated.valid(Optional.empty());
    }
}
