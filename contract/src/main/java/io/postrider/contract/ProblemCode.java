package io.postrider.contract;

import java.util.List;
import java.util.Optional;

/**
 * A code that problems carry, explained for a person.
 *
 * @param statuses the HTTP statuses that it comes with
 * @param advice what is the matter and what to do about it
 */
public record ProblemCode(String code, String statuses, String advice) {

    private static final List<ProblemCode> ALL =
            """
            address_not_allowed|403|The endpoint takes requests from some addresses only. Add yours to its allowed_addresses, or send from one of them.
            auth_view_stale|503|This node cannot confirm revocations: it refuses writes after 10 seconds and reads after 60. Try again in a few seconds, or at another node.
            bad_request|400|The request cannot be understood as HTTP. Look at what the client sends.
            body_required|400|This operation needs a body: send a JSON object.
            body_too_large|413|The body is larger than this operation takes. Send less at a time.
            click_not_decided|503|Whether the link's limit lets this click through could not be found out in time. Follow the link again.
            clicks_exhausted|410|The link has a limit of clicks and the last one is used up. Raise max_clicks to let more through.
            clock_skew|503|The clock of the node that took the request and the clock of the Kafka broker differ by more than 5 minutes, so nothing was changed. Repeat the request after Retry-After: another node may take it. The operator has to set the wrong clock, for example by NTP.
            connection_exists|409|There is a connection of this id already.
            connection_missing|409|The model leads to a connection that was deleted. Give it another connection_id.
            consistency_token_invalid|400|Consistency-Token is to be sent as a write answered it, unchanged.
            contact_exists|409|There is a contact with this first address already. The filter address of GET /api/v1/contacts finds it.
            cross_site_request|403|A page of another site sent this. Only pages of this service sign anybody in.
            csrf_token_invalid|403|A change that a cookie allows needs the header X-CSRF-Token, with the token that GET /session answers, sent by a page of this service.
            cursor_mismatch|400|A cursor goes on in the list, with the filters and in the workspace that it came from. Start again without it.
            delivery_incomplete|409|The request was kept in part, so it cannot be taken again as it was: detail says what is missing. Have the sender send it again.
            disk_low|507|The disk of this node has too little space left, so nothing was changed; redirects and reads go on. Repeat the request after Retry-After, or at another node. The operator has to make room on the disk.
            duplicate_header|400|This header can be given once only.
            duplicate_member|400|A JSON object has two members of one name, so it is not clear which counts. Send one.
            duplicate_parameter|400|A query parameter is given twice. Give it once; a list is separated by commas.
            email_changed|409|The address was changed by another request while this one was under way. Read the user again, and decide anew.
            email_taken|409|Somebody else signs in with this address. Use another one.
            endpoint_auth_failed|401|The request does not prove that it may publish here. Use the address with its token, or show or sign with the secret of the endpoint, as its auth asks.
            endpoint_disabled|410|The endpoint was disabled. Its workspace can enable it again.
            endpoint_exists|409|There is an endpoint of this id already.
            event_type_failed|422|The expression in event_type of the endpoint failed for this request, or made no type of your own. Change the expression, give it a default, or change what is sent.
            exceeds_own|403|A key can give only what it has itself: errors names the fields in which the key that is made or changed would reach further.
            group_exists|409|There is a group of this id already.
            group_not_active|409|The provider has not created the group, or refused to. Wait until its state is active.
            headers_too_large|431|The headers are larger than the server takes. Look for large cookies, or send fewer headers.
            host_invalid|400|A request names exactly one host, in its Host header or its target.
            http_version_not_supported|505|This server speaks HTTP/1.1. Send the request in that version.
            idempotency_in_flight|409|The first request with this Idempotency-Key is not answered yet. Wait for Retry-After and repeat the request.
            idempotency_key_invalid|400|An Idempotency-Key has 1 to 255 visible ASCII characters.
            idempotency_key_reused|422|This Idempotency-Key was used within 7 days for another request. Use a new key for every new request, and the same one only to repeat a request unchanged.
            if_match_invalid|400|If-Match takes one ETag as it was answered, or a star.
            insecure_address|403|Nobody signs in where his password could be read on the way. Serve the console by https, or use it at http://localhost.
            instance_exists|409|There is an instance of this id already.
            internal_error|500|Something failed within the service, which has logged it. Repeat the request with the same Idempotency-Key; if that does not help, report the request_id.
            invalid|422|The request was understood, and some fields cannot be accepted: errors points at each of them.
            invalid_encoding|400|The body is to be valid UTF-8.
            invalid_parameter|400|A query parameter has a value that it cannot have: errors names it.
            invalid_signature|403|The call is not signed by the provider. Look at the app_secret of the instance.
            invalid_verify_token|403|The verify token is not the right one. Enter the verify_token of the instance, or the id of the publishing endpoint, in the app of the provider.
            invitation_over|409|The invitation was used, taken back, or has run out. Ask for another one.
            key_exists|409|There is a key of this id already.
            key_expired|409|The key's end has come, and nothing about it changes any more. Create another one.
            key_in_url|400|An API key was sent in a URL, where logs keep it. Revoke that key, and send keys in the Authorization header.
            key_revoked|409|The key was revoked, and nothing about it changes any more. Create another one.
            last_owner|409|A workspace keeps at least one owner. Make somebody else an owner first.
            link_busy|503|Too many visitors wait to be let through by the limits of short links. Follow the link again after Retry-After.
            link_deleted|410|The short link has been deleted.
            link_exhausted|410|The short link could be followed a number of times, and has been.
            link_expired|410|The short link could be followed until a time that has passed.
            link_not_found|404|There is no such short link. Slugs are case-sensitive.
            links_unavailable|503|Short links cannot be read at the moment. Try again in a few seconds.
            log_unavailable|503|The log cannot be reached, so nothing was changed. Repeat the request after Retry-After.
            malformed_form|400|The body is not multipart/form-data with the boundary that its Content-Type names. Let the client make both.
            malformed_json|400|The body is not JSON. Look at the place that the detail names.
            malformed_query|400|The query of the URL is malformed. Percent-encode what is not plain.
            malformed_request|400|The request cannot be understood as HTTP. Look at what the client sends.
            malformed_url|400|The path of the URL is malformed. Percent-encode what is not plain.
            mapping_failed|422|The mapping of the endpoint failed for this body, or made no object. Change the mapping, or what is sent.
            media_fetching|409|The file of a received message is being fetched from the provider. Repeat the request after Retry-After.
            media_gone|410|The content of the file is not kept any more. The operator chooses for how long with POSTRIDER_MEDIA_DAYS.
            memory_low|507|All workspaces together use the memory that the node reserves for them. The operator can raise POSTRIDER_TENANT_MEMORY_MB.
            message_exists|409|There is a message of this id already.
            message_not_cancelable|409|The message was sent or ended already. Only a message with the status accepted can be canceled.
            method_not_allowed|405|This address has other methods: the Allow header lists them.
            model_built_in|409|The built-in model cannot be changed or deleted. Make a model of your own.
            model_loop|422|The model leads from service to service and never to a provider, as one does whose connection leads back to this service. Give its connection the base_url of a provider.
            model_not_found|404|There is no model of this id in the workspace of the key. GET /api/v1/models lists those there are.
            model_taken|409|Another model of the workspace has this id. Choose another, or change that model.
            name_too_long|400|An object in the body has a member whose name is longer than the service reads. Shorten the name.
            no_samples|409|The endpoint has published no event from which a schema could be inferred. Publish one first.
            not_acceptable|406|The answer cannot be had in any of the forms that the Accept header names. Nearly everything is answered as application/json.
            not_found|404|There is nothing under this address, or nothing that belongs to the workspace of the key.
            not_supported_yet|400, 422|The contract knows this, and the service does not do it yet. Leave it out.
            number_not_exact|400|A number in the body is larger, smaller or longer than a double of 64 bits can keep. Send it with fewer digits, or as a text.
            number_too_long|400|A number in the body has more characters than the service reads. Send it with fewer digits, or as a text.
            oidc_email_unverified|403|The provider of OpenID Connect does not say that the address is verified, so nobody is found by it. Verify the address there, or sign in with a password and link the account.
            oidc_identity_taken|403|Somebody else signs in with this account of the provider of OpenID Connect.
            oidc_not_invited|403|Nobody has an account with the address that the provider of OpenID Connect has verified, and nobody is invited with it. Ask for an invitation.
            oidc_provider_failed|502|The provider of OpenID Connect does not answer, or not as it should. Try again, or sign in with a password.
            oidc_refused|403|The provider of OpenID Connect has not let the browser in, or it came back too late, or not as itself. Begin again.
            origin_not_allowed|403|Pages of this origin may not use the key, or publish at the endpoint. Add the origin to the origins of the key or the allowed_origins of the endpoint, or call from a server.
            outcome_unknown|504|The command was sent and nothing was heard in time; it may still take effect. Repeat the request with the same Idempotency-Key to learn what became of it.
            overloaded|503|Too many requests are under way. Repeat this one after Retry-After.
            owner_memory_full|409|The workspaces of one owner keep as much in memory as they may: keys, members, invitations, models, webhooks, users who were invited. Delete what is not needed; a revoked key stops counting after 31 days.
            owner_unreachable|503|The node that knows whether this link exists cannot be reached at the moment. Try again in a few seconds.
            password_wrong|403|The password is wrong. The session stays; repeat the request with the right one.
            precondition_required|428|The operation needs If-Match with the ETag of the version that is meant. Read the resource, and send the ETag of the answer.
            proof_required|403|This is done by those alone who have proved who they are in the last 15 minutes. Do so by POST /api/v1/session/renew, and repeat the request.
            provider_address_refused|502|The provider of the model is at an address that calls may not reach. The operator can allow the address with POSTRIDER_EGRESS_ALLOW.
            provider_answer_too_large|502|The provider's answer was larger than is taken. Ask for fewer tokens.
            provider_broke_off|502|The provider ended the connection before its answer was whole. Try again.
            provider_failed|502|The provider answered with a failure of its own. Try again later, or ask the provider.
            provider_key_refused|502|The provider refused the key of the model's connection. Give the connection a valid api_key.
            provider_malformed|502|What the provider answered is not a completion as OpenAI defines it. Check base_url of the connection.
            provider_not_found|502|The provider knows neither the address nor the model. Check base_url of the connection and upstream_model of the model.
            provider_rate_limited|429|The provider takes no more requests for now. Wait for Retry-After.
            provider_redirected|502|The provider answered with a redirect, and those are not followed. Check base_url of the connection.
            provider_rejected|400, 413, 422|The provider understood the request and refused it: the detail has its reason.
            provider_timeout|504|The provider did not finish its answer within the connection's timeout. Ask for fewer tokens, or raise the timeout.
            provider_unreachable|502|The provider cannot be reached. Check base_url of the connection, and whether the provider is up.
            range_not_satisfiable|416|The part that Range asks for begins behind the end of the file. Content-Range has the size.
            rate_limited|429|The key, or whoever is signed in, has made as many requests as he may. Wait for Retry-After; the RateLimit headers tell how many are left.
            reads_unavailable|503|No read model can be reached at the moment. Repeat the request after Retry-After.
            request_timeout|408|The rest of the request did not come in time. Send it anew.
            resource_restricted|403|The key is restricted to some resources, and this request is not about one of them. Use another key.
            restoring|503|This node was started a moment ago and does not know everything yet. Repeat the request after Retry-After.
            role_exceeds_own|403|Nobody gives or takes a role above his own. Ask somebody whose role is as high.
            rule_exists|409|There is a rule of this id already.
            rule_not_published|409|No version of the rule is published, so that it can neither be paused nor resumed. Publish it first.
            run_ended|409|The run has come to its end already. Nothing is left to stop.
            run_loop|409|More than eight runs of rules caused one another. Change a rule so that it does not cause itself.
            run_not_retryable|409|Only a run that failed or was canceled can go on. One that succeeded can be made again from its start.
            schema_mismatch|422|The data does not fit the schema of the endpoint: errors points into the data, after the mapping.
            scope_exceeds_own|403|A key can give only scopes that it has itself. Leave the others out, or use a key that has them.
            scope_missing|403|The key lacks a scope that this operation needs: required names it.
            second_factor_missing|409|The user has no second factor. Set one up first.
            second_factor_required|401, 403|The user has a second factor. Send the code that the device shows, or a recovery code, as code.
            second_factor_set_up|409|The user has a second factor already. Take it away first to set up another device.
            second_factor_wrong|401, 403|The code is wrong, or was used before. Wait for the next one; the clock of the device has to be right.
            secrets_unavailable|503|The key that encrypts the workspace's secrets is not known to this node yet. Repeat the request after Retry-After.
            session_required|403|Only somebody who is signed in to the console can do this, not a key.
            sign_in_refused|401|The e-mail address or the password is wrong.
            slug_taken|409|Another link has this slug, or a deleted one had it. Choose another slug, or leave it out to get one.
            spool_full|503|There is no room to record more clicks, so links that count them are not followed. The operator has to make room on the disk.
            state_not_a_number|409|Only a number can be incremented. Set the key to a number, or use another key.
            template_exists|409|The instance has a template of this name in this language already. Delete that one, or choose another name.
            too_deep|400|The body is nested deeper than the service reads.
            too_large|413|The resource or event would be larger than the log takes. Make its texts or lists shorter.
            too_many_answers|429|More bytes of answers wait to be read than the workspaces of one owner together, or one network without credentials, may have at once. Read the answers, or ask for smaller pages, and repeat the request after Retry-After.
            too_many_bodies|429|The workspaces of this one's owner together, or the network of requests without credentials, send as large bodies at once as they may. Send fewer at once, and repeat the request after Retry-After.
            too_many_commands|429|The workspaces of this one's owner have as many writes under way as they may together. Wait for some to end, and repeat the request after Retry-After.
            too_many_completions|429|The workspaces of this one's owner have as many completions under way on this node as they may together, or these hold as much memory as they may. Wait for one to end.
            too_many_endpoints|409|The workspace has as many endpoints as it may have. Delete one that is not used any more, or let the operator raise POSTRIDER_ENDPOINTS_PER_WORKSPACE.
            too_many_instances|409|The workspace has as many instances as it may. Delete those that are not needed.
            too_many_keys|409|The workspace has as many keys as it may. Revoke those that are not needed; those that ended long ago stop counting.
            too_many_misses|429|Too many short links were asked for that do not exist. Wait for Retry-After.
            too_many_models|409|The workspace has as many models or connections as it may, or has had as many in all its time. Delete those that are not needed.
            too_many_reads|429|As many reads of the workspaces of this one's owner wait on this node as may. Send fewer at once, and repeat the request after Retry-After.
            too_many_reports|429|Too many reports of leaked keys came from the address. Wait for Retry-After.
            too_many_rules|409|The workspace has as many rules as it may have. Delete one that is not used any more, or let the operator raise POSTRIDER_RULES_PER_WORKSPACE.
            too_many_streams|429|As many event streams are open on this node as the key, or all workspaces of the owner together, may have. Close one to open another.
            too_many_tries|429|Too many tries to sign in were wrong, or came from one network, or too many changes of an address did not hold. Wait for Retry-After.
            too_many_users|409|The installation, or the owner of the workspace by invitations, has the maximum number of users. The operator can raise POSTRIDER_USERS_MAX and POSTRIDER_USERS_PER_OWNER.
            too_many_values|400|The body has more values than the service reads. Send it in parts.
            too_many_webhooks|409|The workspace has as many webhooks as it may. Delete those that are not needed.
            too_many_workspaces|409|Nobody owns more than 100 workspaces. Hand some over, or use one of them.
            trailing_content|400|Something follows the JSON in the body. Send one value.
            transform_failed|422|The transform of the webhook fails for this event. Change the transform.
            unauthorized|401|A valid API key is needed: Authorization: Bearer prk_… The key may be misspelt, unknown, revoked or expired.
            unavailable|503|The service cannot answer at the moment. Repeat the request after Retry-After.
            undecodable|500|The command could not be read, because nodes of different versions run together. Repeat the request when all are updated.
            unknown_field|400|The body has a field that this operation does not know. The detail says which one may have been meant.
            unknown_parameter|400|The URL has a query parameter that this operation does not know. The detail says which one may have been meant.
            unsupported_media_type|415|Send application/json in UTF-8, without a content coding.
            uri_too_long|414|The URL is longer than the server takes.
            url_too_long|414|The URL is longer than the server takes.
            user_exists|409|There is a user of this id already.
            version_mismatch|412|The resource has changed since the ETag in If-Match was read, or while the request was under way. Read it again, and decide anew.
            view_behind|503|The write behind the Consistency-Token has not arrived in the read models in time. Repeat the request, or ask for more time with Prefer: wait=10.
            webhook_disabled|409|The webhook is disabled, so nothing is sent to it. Enable it first.
            webhook_exists|409|There is a webhook of this id already.
            workspace_exists|409|There is a workspace of this id already.
            workspace_full|409|A workspace has at most 500 members and 100 open invitations. Remove some first.
            workspace_required|400|Whoever is signed in says for which workspace he asks: send the header Workspace with its id.
            wrong_id_type|400|An id of another kind of thing was given. Ids begin with what they are ids of, as lnk_ or whk_.\
            """
                    .lines()
                    .map(line -> line.split("\\|", 3))
                    .map(parts -> new ProblemCode(parts[0], parts[1], parts[2]))
                    .toList();

    /** Every code there is, in their order. */
    public static List<ProblemCode> all() {
        return ALL;
    }

    /** What a code means; empty if there is no such code. */
    public static Optional<ProblemCode> of(String code) {
        return ALL.stream().filter(known -> known.code().equals(code)).findFirst();
    }

    /** Whether it comes with a status. */
    public boolean comesWith(int status) {
        return List.of(statuses.split(", ", -1)).contains(Integer.toString(status));
    }

    /** The code in words. */
    public static String title(String code) {
        String words = code.replace('_', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
