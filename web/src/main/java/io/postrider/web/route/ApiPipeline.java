package io.postrider.web.route;

import io.postrider.platform.limits.Tenants;
import io.postrider.platform.meters.Bounds;
import io.postrider.web.body.Payload;
import io.postrider.web.body.QueryText;
import io.postrider.web.body.UnknownFields;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.AccessRule.Open;
import io.postrider.web.route.Authenticator.Admitted;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.MemoryBudget;
import io.postrider.web.server.ProblemWriter;
import io.postrider.web.server.RequestId;
import java.util.List;
import java.util.Map;
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

/** The steps that all operations share, in one order, before and after the operation itself. */
public final class ApiPipeline {

    private final Authenticator authenticator;
    private final RequestId requestIds;
    private final ResponseWriter writer;
    private final Authorizer authorizer;
    private final Tenants tenants;
    private final ClientAddress addresses;
    private final RecentIds recent;

    private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    /** Selects the media type of the response if a header cannot; it has priority over Accept. */
    private static final String FORMAT = "format";

    /** The attribute of a request with the share that a large answer is counted by. */
    private static final String UNREAD = ApiPipeline.class.getName() + ".UNREAD";

    private final PayloadReader payloads = new PayloadReader();
    private final MemoryBudget bodies = MemoryBudget.ofBodies();
    private final MemoryBudget answers = MemoryBudget.ofAnswers();
    private final MemoryBudget writeAnswers = MemoryBudget.ofWriteAnswers();

    public ApiPipeline(
            Authenticator authenticator,
            RequestId requestIds,
            ProblemWriter problems,
            AuditTrail audit,
            Tenants tenants,
            ClientAddress addresses,
            RecentIds recent) {
        this.authenticator = authenticator;
        this.recent = recent;
        this.addresses = addresses;
        this.authorizer = new Authorizer(authenticator, audit);
        this.tenants = tenants;
        this.requestIds = requestIds;
        this.writer = new ResponseWriter(problems);
    }

    /** Shows how much of its memory is used, and how many requests wait. */
    public void show(Bounds bounds) {
        bodies.show(bounds, "body_bytes");
        answers.show(bounds, "response_bytes_of_reads");
        writeAnswers.show(bounds, "response_bytes_of_writes");
        recent.show(bounds);
    }

    Mono<ServerResponse> serve(
            ApiRoute route, Map<String, String> variables, ServerRequest request) {
        String requestId = requestIds.of(request.attributes());
        RoutedRequest routed = new RoutedRequest(route, variables, request, requestId);
        Deprecation deprecation = route.deprecation();
        if (deprecation != null) {
            deprecation.headers().forEach(told(request)::set);
        }
        return admitted(routed)
                .doOnNext(_ -> RequestTrace.begin(routed, null))
                .flatMap(answer -> writer.write(request, requestId, answer, answersShare(request)));
    }

    Mono<ServerResponse> refuse(ServerRequest request, Problem problem) {
        return writer.write(request, requestIds.of(request.attributes()), problem);
    }

    private Mono<ApiResponse> admitted(RoutedRequest routed) {
        if (routed.route().access() instanceof Open) {
            return called(routed, null);
        }
        return authenticator
                .admit(routed.request(), routed.route().name())
                .flatMap(entry -> entry.answer(admitted -> entered(routed, admitted)));
    }

    private Mono<ApiResponse> entered(RoutedRequest routed, Admitted admitted) {
        // Set at once, so that every response from here on has them.
        admitted.headers().forEach(told(routed.request())::set);
        return authorizer
                .authorize(routed, admitted.principal())
                .answer(principal ->
                        called(routed, principal)
                                .doOnNext(answer ->
                                        authorizer.noteEscalation(routed, principal, answer)));
    }

    /** The headers of every response. */
    private static HttpHeaders told(ServerRequest request) {
        return request.exchange().getResponse().getHeaders();
    }

    private Mono<ApiResponse> called(RoutedRequest routed, @Nullable Principal principal) {
        RequestTrace.begin(routed, principal);
        ServerRequest request = routed.request();
        String tenant = RequestTenant.of(principal, tenants);
        request.attributes().put(UNREAD, share(unread(request), request, principal, tenant));
        Validated<ApiCall> call =
                parameters(routed)
                        .then(parameters ->
                                wanted(routed, parameters)
                                        .then(wanted ->
                                                idempotencyKey(routed)
                                                        .then(key ->
                                                                Validated.valid(
                                                                        new ApiCall(
                                                                                routed.requestId(),
                                                                                routed.route()
                                                                                        .name(),
                                                                                routed.variables(),
                                                                                parameters,
                                                                                principal,
                                                                                tenant,
                                                                                wanted,
                                                                                key)))));
        return call.answer(known ->
                        payloads.read(
                                        request,
                                        routed.route(),
                                        share(bodies, request, principal, tenant))
                                .flatMap(payload ->
                                        payload.answer(read -> handled(routed, known, read))))
                .map(answer ->
                        answer instanceof ApiResponse.Stream stream && principal != null
                                ? RevocableStream.stream(stream, () -> again(routed, principal))
                                : answer);
    }

    private Mono<ApiResponse> handled(RoutedRequest routed, ApiCall call, Payload payload) {
        Supplier<Mono<ApiResponse>> work =
                () ->
                        new ApiRequest(routed.request(), call, payload)
                                .answeredBy(routed.route().handler());
        return recent.isIn(call, payload) ? recent.answer(work) : work.get();
    }

    /** The share of a memory budget that a request uses. */
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

    /** Responses before authentication count for the network of the caller. */
    private MemoryBudget.Share answersShare(ServerRequest request) {
        return request.attribute(UNREAD)
                .map(MemoryBudget.Share.class::cast)
                .orElseGet(() -> unread(request).ofNetwork(addresses.network(request)));
    }

    /** A stream continues for a caller with unchanged access; a caller whose access has changed reconnects. */
    private Validated<Principal> again(RoutedRequest routed, Principal began) {
        return authenticator
                .again(routed.request())
                .then(now -> authorizer.authorize(routed, now))
                .then(now ->
                        now.reader().equals(began.reader())
                                ? Validated.valid(now)
                                : Validated.refused(AccessProblems.changed()));
    }

    private static Validated<Map<String, String>> parameters(RoutedRequest routed) {
        Set<String> known = routed.route().parameters();
        return QueryText.parse(routed.request().uri().getRawQuery())
                .then(given ->
                        given.keySet().stream()
                                .filter(_ -> !routed.route().takesMore())
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

    private static Validated<MediaType> wanted(
            RoutedRequest routed, Map<String, String> parameters) {
        List<MediaType> produced = routed.route().produces();
        String format = parameters.get(FORMAT);
        return format == null
                ? ContentNegotiation.choose(routed.request().headers().asHttpHeaders(), produced)
                : ContentNegotiation.named(format, produced);
    }

    private static Validated<Optional<String>> idempotencyKey(RoutedRequest routed) {
        return routed.request().method().equals(HttpMethod.POST)
                ? IdempotencyKey.of(routed.request().headers().asHttpHeaders())
                : Validated.valid(Optional.empty());
    }
}
