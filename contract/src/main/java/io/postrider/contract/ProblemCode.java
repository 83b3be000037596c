package io.postrider.contract;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A problem code and its explanation.
 *
 * @param statuses the HTTP statuses that carry the code
 * @param title a noun phrase
 * @param advice the cause and the next step
 */
public record ProblemCode(String code, String statuses, String title, String advice) {

    private static final List<ProblemCode> ALL =
            """
            address_not_allowed|403|Client address not allowed|The endpoint accepts requests from certain addresses only. Add your address to its allowed_addresses, or send from an allowed address.
            auth_view_stale|503|Revocations not confirmed|This node cannot confirm that it knows all revocations of keys and sessions: it rejects writes after 10 seconds and reads after 60. Retry in a few seconds, or use another node.
            bad_request|400|Malformed HTTP request|The request is not valid HTTP. Check what the client sends.
            body_required|400|Request body required|This operation requires a body. Send a JSON object.
            body_too_large|413|Request body too large|The body exceeds the limit of this operation. Send a smaller body.
            click_not_decided|503|Click limit not verified|The link has a click limit, and the server could not check it in time. Follow the link again.
            clicks_exhausted|410|Click limit reached|All clicks that max_clicks allows are used up. Increase max_clicks to allow more.
            clock_skew|503|Clock skew too large|The clocks of the node and of the Kafka broker differ by more than 5 minutes, so the request changed nothing. Retry after the number of seconds in the Retry-After header; another node may accept the request. The operator must correct the clock, for example with NTP.
            connection_exists|409|Connection ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            connection_missing|409|Connection of the model deleted|The connection that the model uses was deleted. Set connection_id of the model to an existing connection.
            consistency_token_invalid|400|Invalid Consistency-Token|Send the Consistency-Token exactly as the write returned it. After a move to another cluster, read without the token.
            contact_exists|409|Contact address already in use|A contact whose first address in addresses is this one already exists. Find it with the filter address of GET /api/v1/contacts.
            cross_site_request|403|Cross-site request|The sign-in request did not come from a page of this service. Open the sign-in page of this service and sign in there.
            csrf_token_invalid|403|Invalid CSRF token|A write with a session cookie requires the header X-CSRF-Token. Send the token that GET /session returns, from a page of this service.
            cursor_mismatch|400|Cursor of another list|The cursor is from another list, other filters or another workspace, or from before a move to another cluster. Start again without a cursor.
            delivery_incomplete|409|Request stored incompletely|The server did not store the whole request, because its body is longer than 32 KiB or a header that the endpoint needs was not stored; detail names the missing part. The request cannot be resent: ask the sender to send it again.
            disk_low|507|Low disk space|The disk of this node is almost full, so the request changed nothing; redirects and reads still work. Retry after the number of seconds in the Retry-After header, or use another node. The operator must free disk space.
            duplicate_header|400|Duplicate header|The request has a header several times that it may have only once; detail names it. Send it once.
            duplicate_member|400|Duplicate JSON member|A JSON object has two members with the same name. Remove one of them.
            duplicate_parameter|400|Duplicate query parameter|A query parameter occurs twice. Send it once; separate the values of a list with commas.
            email_changed|409|E-mail address changed concurrently|Another request changed the e-mail address at the same time. Read the user again before you retry.
            email_taken|409|E-mail address already in use|Another user has this e-mail address. Use another address.
            endpoint_auth_failed|401|Endpoint authentication failed|The request does not have the credentials that the auth setting of the endpoint requires: the token in the URL, an API key, the secret, or a signature made with the secret. Send the required one.
            endpoint_disabled|410|Endpoint disabled|The endpoint is disabled and accepts no requests. Enable it in its workspace.
            endpoint_exists|409|Endpoint ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            event_type_failed|422|Event type expression failed|The event_type expression of the endpoint failed for this request, or its result is not an event type of the workspace. Correct the expression, add a default, or change the request.
            exceeds_own|403|Privileges exceed your own|You cannot grant a key more than you have; errors names the fields that exceed your privileges. Reduce them, or use a key with more privileges.
            group_exists|409|Group ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            group_not_active|409|Group not active|The provider has not created the group yet, or it rejected the group. Wait until the state of the group is active.
            headers_too_large|431|Request headers too large|The request headers exceed the size limit of the server. Send fewer headers, and check whether the browser sends large cookies.
            host_invalid|400|Invalid Host header|A request names exactly one host, in the Host header or in the request target. Correct the host.
            http_version_not_supported|505|HTTP version not supported|This server supports HTTP/1.1. Send the request with HTTP/1.1.
            idempotency_in_flight|409|Idempotent request in progress|The first request with this Idempotency-Key is still in progress. Retry after the number of seconds in the Retry-After header.
            idempotency_key_invalid|400|Invalid Idempotency-Key|An Idempotency-Key has 1 to 255 visible ASCII characters. Send a valid key.
            idempotency_key_reused|422|Idempotency-Key already used|This Idempotency-Key was used for a different request within the last 7 days. Use a new key for each new request, and repeat a key only with the same request.
            if_match_invalid|400|Invalid If-Match header|If-Match accepts one ETag or *. Send the ETag exactly as the server returned it.
            insecure_address|403|Insecure sign-in address|Sign-in requires HTTPS or http://localhost. Serve the console with HTTPS, or open it at http://localhost.
            instance_exists|409|Instance ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            internal_error|500|Internal server error|The server failed and logged the error. Retry with the same Idempotency-Key; if the error persists, report the request_id.
            invalid|422|Invalid fields|Some fields are not valid; errors points at each of them. Correct them and retry.
            invalid_encoding|400|Invalid character encoding|The body is not valid UTF-8. Encode it in UTF-8.
            invalid_parameter|400|Invalid query parameter|The value of a query parameter is not valid; errors names the parameter. Correct the value.
            invalid_signature|403|Invalid provider signature|The signature of the request is not valid for the provider. Check the app_secret of the instance.
            invalid_verify_token|403|Invalid verify token|The verify token does not match. Enter the verify_token of the instance, or the ID of the publishing endpoint, in the app of the provider.
            invitation_over|409|Invitation no longer valid|The invitation was accepted or revoked, or it expired. Ask an owner or admin of the workspace for a new invitation.
            key_exists|409|Key ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            key_expired|409|Key expired|The key expired and cannot be changed. Create a new key.
            key_in_url|400|API key in the URL|The URL contains an API key, and servers and proxies write URLs to their logs. Revoke that key, and send keys in the Authorization header.
            key_revoked|409|Key revoked|The key was revoked and cannot be changed. Create a new key.
            last_owner|409|Last owner of the workspace|A workspace needs at least one owner. Make another member an owner first.
            link_busy|503|Too many waiting visitors|Too many visitors are waiting for click limits to be checked. Follow the link again after the number of seconds in the Retry-After header.
            link_deleted|410|Short link deleted|The short link was deleted. Ask its owner for a new link.
            link_exhausted|410|Click limit of the short link reached|The short link allows a limited number of clicks, and all are used. Ask its owner for a new link.
            link_expired|410|Short link expired|The short link expired. Ask its owner for a new link.
            link_not_found|404|Short link not found|No short link has this slug. Check the spelling; slugs are case-sensitive.
            links_unavailable|503|Short links unavailable|The server cannot read short links at the moment. Retry in a few seconds.
            log_unavailable|503|Kafka unavailable|The server cannot reach Kafka, in which it stores all changes, so the request changed nothing. Retry after the number of seconds in the Retry-After header.
            malformed_form|400|Malformed form body|The body is not multipart/form-data with the boundary in its Content-Type. Let the HTTP client generate the body and the header.
            malformed_json|400|Malformed JSON|The body is not valid JSON. Correct it at the position in detail.
            malformed_query|400|Malformed query string|The query string of the URL is malformed. Percent-encode special characters.
            malformed_request|400|Malformed HTTP request|The request is not valid HTTP. Check what the client sends.
            malformed_url|400|Malformed URL path|The path of the URL is malformed. Percent-encode special characters.
            mapping_failed|422|Endpoint mapping failed|The mapping of the endpoint failed for this body, or its result is not an object. Correct the mapping or the body.
            media_fetching|409|File not fetched yet|The server is still fetching the file from the provider. Retry after the number of seconds in the Retry-After header.
            media_gone|410|File content deleted|The content of the file is no longer stored. The operator sets the retention with POSTRIDER_MEDIA_DAYS.
            memory_low|507|Memory limit of the node reached|All workspaces together use the memory that the node reserves for them. The operator can increase POSTRIDER_TENANT_MEMORY_MB.
            message_exists|409|Message ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            message_not_cancelable|409|Message not cancelable|The message was already sent or has ended. Cancel only messages with the status accepted.
            method_not_allowed|405|Method not allowed|This path does not support the method. Use a method that the Allow header lists.
            model_built_in|409|Built-in model|The built-in model cannot be updated or deleted. Create a model of your own.
            model_loop|422|Model loop|The model leads back to this service instead of a provider. Set the base_url of its connection to the address of a provider.
            model_not_found|404|Model not found|The workspace has no model with this ID. List the models with GET /api/v1/models.
            model_taken|409|Model ID already in use|Another model of the workspace has this ID. Choose another ID, or update that model.
            name_too_long|400|JSON member name too long|The name of a member in the body exceeds the limit. Shorten the name.
            no_samples|409|No sample events|The endpoint has not published an event from which a schema can be inferred. Publish an event first.
            not_acceptable|406|No acceptable media type|No media type in Accept is available. Send Accept: application/json.
            not_found|404|Resource not found|The path or the resource does not exist, or the resource belongs to another workspace. Check the path, the ID and the key.
            not_supported_yet|400, 422|Not implemented yet|The API defines this field, value or parameter, but the server does not implement it yet. Omit it; errors or detail names it.
            number_not_exact|400|Number not representable|A number in the body exceeds the range or precision of a 64-bit double. Send fewer digits, or send a string.
            number_too_long|400|Number too long|A number in the body has too many characters. Send fewer digits, or send a string.
            oidc_email_unverified|403|OpenID Connect e-mail address not verified|The OpenID Connect provider does not confirm that the e-mail address is verified. Verify it at the provider, or sign in with a password and link the account.
            oidc_identity_taken|403|OpenID Connect account already linked|Another user is linked to this account of the OpenID Connect provider. Sign in at the provider with another account.
            oidc_not_invited|403|OpenID Connect user not invited|The OpenID Connect provider verified an e-mail address that belongs to no user and no invitation. Ask an owner or admin of the workspace for an invitation.
            oidc_provider_failed|502|OpenID Connect provider failed|The OpenID Connect provider did not respond, or its response is not valid. Retry, or sign in with a password.
            oidc_refused|403|OpenID Connect sign-in rejected|The OpenID Connect provider denied the sign-in, or the browser returned too late or with another account. Start the sign-in again.
            origin_not_allowed|403|Origin not allowed|Pages of this origin may not use the key or the endpoint. Add the origin to origins of the key or to allowed_origins of the endpoint, or call from a server.
            outcome_unknown|504|Outcome unknown|The command was sent, but its result did not arrive in time; it may still take effect. Retry with the same Idempotency-Key to get the result.
            overloaded|503|Server overloaded|The server processes too many requests at the moment. Retry after the number of seconds in the Retry-After header.
            owner_memory_full|409|Memory limit of the owner reached|The workspaces of one owner share a memory limit for keys, members, invitations, invited users, webhooks, instances, rules, endpoints, models, connections and event types. Delete what you do not need, or ask the operator to increase POSTRIDER_OWNER_MEMORY_MB. A revoked key still counts for 31 days.
            owner_unreachable|503|Responsible node unreachable|The server cannot reach the node that stores this link. Retry in a few seconds.
            password_wrong|403|Wrong password|The password is wrong. Retry with the right password; the session remains valid.
            precondition_required|428|If-Match required|The operation requires If-Match. Read the resource, and send the ETag of the response.
            proof_required|403|Reauthentication required|The operation requires authentication within the last 15 minutes. Reauthenticate with POST /api/v1/session/renew, then retry.
            provider_address_refused|502|Provider address not allowed|The address of the model provider is private or reserved. The operator can allow it with POSTRIDER_EGRESS_ALLOW.
            provider_answer_too_large|502|Provider response too large|The response of the provider exceeds the limit. Request fewer tokens.
            provider_broke_off|502|Provider connection closed|The provider closed the connection before its response was complete. Retry.
            provider_failed|502|Provider error|The provider returned an error. Retry later, or contact the provider.
            provider_key_refused|502|Provider key rejected|The provider rejected the API key of the connection. Set a valid api_key in the connection.
            provider_malformed|502|Malformed provider response|The response of the provider is not a completion in the format of OpenAI. Check the base_url of the connection.
            provider_not_found|502|Provider model not found|The provider does not know the path or the model. Check base_url of the connection and upstream_model of the model.
            provider_rate_limited|429|Provider rate limit reached|The provider limits the rate of requests. Retry after the number of seconds in the Retry-After header.
            provider_redirected|502|Provider redirect|The provider responded with a redirect, and the server does not follow redirects. Check the base_url of the connection.
            provider_rejected|400, 413, 422|Request rejected by the provider|The provider rejected the request. Correct the request; detail has the reason.
            provider_timeout|504|Provider timeout|The provider did not complete its response within the timeout of the connection. Request fewer tokens, or increase the timeout.
            provider_unreachable|502|Provider unreachable|The server cannot reach the provider. Check the base_url of the connection, and whether the provider is available.
            range_not_satisfiable|416|Range not satisfiable|The requested range starts after the end of the file. Request a range within the size in Content-Range.
            rate_limited|429|Rate limit reached|The key or the user has reached its rate limit. Retry after the number of seconds in the Retry-After header; the RateLimit header has the remaining requests.
            reads_unavailable|503|Read model unavailable|The server cannot reach a node that holds the requested data at the moment. Retry after the number of seconds in the Retry-After header.
            replay_exists|409|Replay ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            request_timeout|408|Request timeout|The rest of the request did not arrive in time. Send the request again.
            resource_restricted|403|Key restricted to other resources|The key is restricted to certain resources, and the request does not concern one of them. Use another key.
            restoring|503|Node still starting|The node has just started and is still loading its data. Retry after the number of seconds in the Retry-After header.
            role_exceeds_own|403|Role above your own|You cannot grant or revoke a role above your own. Ask a member with a sufficient role.
            rule_exists|409|Rule ID already in use|The server generated an ID that is already in use, or another request created a rule with this external ID at the same time. Send the request again, a POST with a new Idempotency-Key.
            rule_not_published|409|Rule not published|No version of the rule is published, so the rule does not run and cannot be paused or resumed. Publish a version first.
            run_ended|409|Run already ended|The run has already ended and cannot be canceled. Read its status instead.
            run_loop|409|Loop of runs|More than eight runs triggered one another. Change the rule so that it does not trigger itself.
            run_not_retryable|409|Run not retryable|Only a failed or canceled run can continue. Retry a succeeded run from its start. Wait until a running run ends. A skipped or blocked run cannot be retried.
            schema_mismatch|422|Schema mismatch|The data does not match the JSON Schema; errors points into the data, after the mapping. Correct the data or the schema.
            scope_exceeds_own|403|Scopes exceed your own|You cannot grant scopes that your key does not have. Omit them, or use a key that has them.
            scope_missing|403|Missing scope|The key lacks a scope that the operation requires; required in the response names it. Use a key with this scope.
            second_factor_missing|409|No second factor|The user has no second factor. Set one up first.
            second_factor_required|401, 403|Second factor required|The user has a second factor. Send the code of the authenticator app, or a recovery code, in the field code.
            second_factor_set_up|409|Second factor already set up|The user already has a second factor. Remove it before you set up another device.
            second_factor_wrong|401, 403|Wrong second-factor code|The code is wrong or was already used. Wait for the next code, and check the clock of the device.
            secrets_unavailable|503|Encryption key not loaded|This node has not loaded the encryption key of the workspace yet. Retry after the number of seconds in the Retry-After header.
            session_required|403|Session required|The operation requires a signed-in session and does not accept an API key. Sign in to the console.
            sign_in_refused|401|Wrong e-mail address or password|The e-mail address or the password is wrong. Check both and retry.
            slug_taken|409|Slug already taken|Another link has this slug, or a link that was deleted had it. Choose another slug, or omit it to get a generated one.
            spool_full|503|Click storage full|The node has no disk space to record more clicks, so it does not redirect visitors of links that count clicks. The operator must free disk space.
            state_not_a_number|409|State value not a number|Only a number can be incremented. Set the key to a number, or use another key.
            template_exists|409|Template name already in use|The instance already has a template with this name and language. Delete that template, or choose another name.
            too_deep|400|JSON nested too deeply|The JSON in the body exceeds the depth limit. Reduce the nesting.
            too_large|413|Resource too large|The resource or event exceeds the maximum size of a record. Shorten its texts or lists.
            too_many_answers|429|Too many unread responses|Too many bytes of responses are waiting to be read, by the workspaces of one owner or by one network without credentials. Read the responses or request smaller pages, and retry after the number of seconds in the Retry-After header.
            too_many_bodies|429|Too many request bodies|The request bodies in transfer exceed the limit, for the workspaces of one owner or for one network without credentials. Send fewer at once, and retry after the number of seconds in the Retry-After header.
            too_many_commands|429|Too many concurrent writes|The workspaces of the owner have too many writes in progress. Wait for some of them to complete, and retry after the number of seconds in the Retry-After header.
            too_many_completions|429|Too many concurrent completions|The workspaces of the owner have too many completions in progress on this node, or these use too much memory. Wait for one of them to complete, then retry.
            too_many_endpoints|409|Endpoint limit reached|The workspace has reached its limit of endpoints. Delete an unused endpoint, or ask the operator to increase POSTRIDER_ENDPOINTS_PER_WORKSPACE.
            too_many_instances|409|Instance limit reached|The workspace has reached its limit of instances. Delete an unused instance, or ask the operator to increase POSTRIDER_INSTANCES_PER_WORKSPACE.
            too_many_keys|409|Key limit reached|The workspace has reached its limit of keys. Revoke unused keys; keys that ended long ago do not count.
            too_many_misses|429|Too many unknown short links|Too many requests were for short links that do not exist. Retry after the number of seconds in the Retry-After header.
            too_many_models|409|Model limit reached|A workspace has at most 1,000 models and 200 connections, and creates at most 20,000 of both over time, deleted ones included. Delete unused ones; if 20,000 were created, use another workspace.
            too_many_reads|429|Too many concurrent reads|The workspaces of the owner have too many reads waiting on this node. Send fewer at once, and retry after the number of seconds in the Retry-After header.
            too_many_replays|409|Too many replays|The webhook has as many replays that have not ended as it can have. Wait for one to end, or cancel one.
            too_many_reports|429|Too many leak reports|Your address has sent too many reports of leaked keys. Retry after the number of seconds in the Retry-After header.
            too_many_rules|409|Rule limit reached|The workspace has reached its limit of rules. Delete an unused rule, or ask the operator to increase POSTRIDER_RULES_PER_WORKSPACE.
            too_many_streams|429|Too many open event streams|The key, or the workspaces of the owner together, have too many event streams open on this node. Close a stream before you open another.
            too_many_tries|429|Too many sign-in attempts|Too many attempts to sign in or to change an e-mail address failed, or came from one network. Retry after the number of seconds in the Retry-After header.
            too_many_users|409|User limit reached|This invitation needs a new user, and a user limit is reached; detail names it. Ask the operator to increase POSTRIDER_USERS_MAX or POSTRIDER_USERS_PER_OWNER.
            too_many_values|400|Too many JSON values|The body has too many JSON values. Split it into several requests.
            too_many_webhooks|409|Webhook limit reached|The workspace has reached its limit of webhooks. Delete an unused webhook, or ask the operator to increase POSTRIDER_WEBHOOKS_PER_WORKSPACE.
            too_many_workspaces|409|Workspace limit reached|The owner has reached the limit of 100 workspaces. Transfer a workspace to another owner, or use an existing one.
            trailing_content|400|Content after the JSON value|The body continues after the JSON value. Send exactly one JSON value.
            transform_failed|422|Transform failed|The transform of the webhook fails for this event. Change the transform.
            unauthorized|401|Missing or invalid API key|The request has no valid API key; a key can be misspelled, unknown, revoked or expired. Send Authorization: Bearer prk_….
            unavailable|503|Service unavailable|The server cannot respond at the moment. Retry after the number of seconds in the Retry-After header.
            undecodable|500|Incompatible node versions|The node that received the command runs another version of Postrider and cannot read it. Retry when all nodes run the same version.
            unknown_field|400|Unknown field|The body has a field that the operation does not accept. Remove or rename it; detail suggests a name.
            unknown_parameter|400|Unknown query parameter|The URL has a query parameter that the operation does not accept. Remove or rename it; detail suggests a name.
            unsupported_media_type|415|Unsupported media type|The operation does not accept this Content-Type. Send application/json in UTF-8, without a content coding.
            uri_too_long|414|URL too long|The URL exceeds the limit of the server. Shorten it.
            url_too_long|414|URL too long|The URL exceeds the limit of the server. Shorten it.
            user_exists|409|User ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            version_mismatch|412|Version mismatch|The resource changed after the ETag in If-Match was read, or during the request. Read the resource again before you retry.
            view_behind|503|Read model behind|The data that this list or resource is read from does not include the write of the Consistency-Token yet. Retry, or allow more time with Prefer: wait=10.
            webhook_disabled|409|Webhook disabled|The webhook is disabled, so nothing is sent to it. Enable it first.
            webhook_exists|409|Webhook ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            workspace_exists|409|Workspace ID already in use|The server generated an ID that is already in use. Send the request again with a new Idempotency-Key.
            workspace_full|409|Member limit reached|A workspace has at most 500 members and 100 open invitations. Remove a member or revoke an invitation first.
            workspace_required|400|Workspace header required|A request with a session must name its workspace. Send the header Workspace with the ID of the workspace.
            wrong_id_type|400|ID of another resource type|The ID belongs to another type of resource. Send an ID with the prefix of the expected type, such as lnk_ for links or whk_ for webhooks.\
            """
                    .lines()
                    .map(line -> line.split("\\|", 4))
                    .map(parts -> new ProblemCode(parts[0], parts[1], parts[2], parts[3]))
                    .toList();

    private static final Map<String, ProblemCode> BY_CODE =
            ALL.stream().collect(Collectors.toUnmodifiableMap(ProblemCode::code, known -> known));

    /** All codes in their order. */
    public static List<ProblemCode> all() {
        return ALL;
    }

    /** The explanation of a code; empty if the code is unknown. */
    public static Optional<ProblemCode> of(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** Whether problems of this status carry the code. */
    public boolean comesWith(int status) {
        return List.of(statuses.split(", ", -1)).contains(Integer.toString(status));
    }

    /** The title of a code; the code itself if it is unknown. */
    public static String title(String code) {
        return of(code).map(ProblemCode::title).orElse(code);
    }
}
