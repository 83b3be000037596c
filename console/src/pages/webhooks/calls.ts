import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api, ifMatch } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Attempt, Delivery, Webhook, WebhookCreate, WebhookCreated, WebhookTest } from '../../api/types';

/** The webhooks of the workspace, the newest first. */
export function useWebhooks() {
    return usePages<Webhook>(['webhooks'], (cursor) =>
        answer(api.GET('/api/v1/webhooks', { params: { query: given({ cursor }) } })),
    );
}

/** One webhook. */
export function useWebhook(id: string): UseQueryResult<Webhook> {
    return useOfWorkspace(['webhooks', id], () =>
        answer(api.GET('/api/v1/webhooks/{id}', { params: { path: { id } } })),
    );
}

export type DeliveryState = Delivery['state'];

/** The deliveries of all webhooks or of one. */
export function useDeliveries(state: DeliveryState | '', webhookId?: string) {
    return usePages<Delivery>(['deliveries', 'list', state, webhookId], (cursor) => {
        const query = given({ state, cursor, webhook_id: webhookId }) as { state?: DeliveryState; cursor?: string };
        return answer(api.GET('/api/v1/deliveries', { params: { query } }));
    });
}

/** One delivery. */
export function useDelivery(id: string): UseQueryResult<Delivery> {
    return useOfWorkspace(['deliveries', id], () =>
        answer(api.GET('/api/v1/deliveries/{id}', { params: { path: { id } } })),
    );
}

/** The requests that were sent for a delivery. */
export function useAttempts(id: string) {
    return usePages<Attempt>(['deliveries', id, 'attempts'], (cursor) =>
        answer(api.GET('/api/v1/deliveries/{id}/attempts', { params: { path: { id }, query: given({ cursor }) } })),
    );
}

/** Makes a webhook; the secret is in the answer and nowhere else. */
export function createWebhook(body: WebhookCreate, idempotencyKey: string): Promise<WebhookCreated> {
    return answer(api.POST('/api/v1/webhooks', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

/** The fields of a webhook that can be changed here. */
export interface WebhookChange {
    readonly url: string;
    readonly event_types: string[];
    readonly description: string | null;
    readonly filter: string | null;
    readonly transform: string | null;
    readonly tags: string[];
    readonly format: Webhook['format'];
    readonly rate_limit: number | null;
    readonly ordering: Webhook['ordering'];
    readonly signature: Webhook['signature'];
    readonly headers: Record<string, string | null>;
}

/** Changes a webhook, unless it was changed since this version. */
export function updateWebhook(webhook: Webhook, body: WebhookChange): Promise<Webhook> {
    return answer(
        api.PATCH('/api/v1/webhooks/{id}', { params: { path: { id: webhook.id }, header: ifMatch(webhook) }, body }),
    );
}

/** Lets deliveries go on, or holds them. */
export function switchWebhook(id: string, enabled: boolean): Promise<Webhook> {
    const params = { path: { id } };
    return answer(
        enabled
            ? api.POST('/api/v1/webhooks/{id}/enable', { params })
            : api.POST('/api/v1/webhooks/{id}/disable', { params }),
    );
}

export async function deleteWebhook(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } } }));
}

/** Sends an example event once; the answer says what the receiver answered. */
export function testWebhook(id: string, type: string | null): Promise<WebhookTest> {
    return answer(api.POST('/api/v1/webhooks/{id}/test', { params: { path: { id } }, body: { event_type: type } }));
}

/** Signs with a new secret, which is in the answer and nowhere else. */
export function rotateSecret(id: string, overlap: string): Promise<WebhookCreated> {
    return answer(api.POST('/api/v1/webhooks/{id}/rotate-secret', { params: { path: { id } }, body: { overlap } }));
}

/** What a webhook is sent: the events of deliveries that failed, or the events that it has no delivery of. */
export type Missed = 'failed' | 'missing';

interface Part {
    readonly sent: number;
    readonly cursor: string | null;
}

/** Sends what a webhook missed in the last hours, call by call. */
export async function recoverWebhook(
    id: string,
    missed: Missed,
    hours: number,
    progress: (sent: number) => void,
): Promise<number> {
    const since = new Date(Date.now() - hours * 3_600_000).toISOString();
    let sent = 0;
    let cursor: string | null = null;
    do {
        const part: Part = await (missed === 'failed' ? recoverFailed : replayMissing)(id, since, cursor);
        sent += part.sent;
        cursor = part.cursor;
        progress(sent);
    } while (cursor !== null);
    return sent;
}

async function recoverFailed(id: string, since: string, cursor: string | null): Promise<Part> {
    const part = await answer(
        api.POST('/api/v1/webhooks/{id}/recover', { params: { path: { id } }, body: { since, cursor } }),
    );
    return { sent: part.recovered, cursor: part.next_cursor };
}

async function replayMissing(id: string, since: string, cursor: string | null): Promise<Part> {
    const part = await answer(
        api.POST('/api/v1/webhooks/{id}/replay-missing', { params: { path: { id } }, body: { since, cursor } }),
    );
    return { sent: part.replayed, cursor: part.next_cursor };
}

/** Sends the event of a delivery again. */
export function resendDelivery(id: string): Promise<Delivery> {
    return answer(api.POST('/api/v1/deliveries/{id}/resend', { params: { path: { id } } }));
}
