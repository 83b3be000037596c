import { answer, api } from '../../api/client';
import { given, usePages } from '../../api/queries';
import type { DeliveryReplay } from '../../api/types';

export type ReplayState = NonNullable<DeliveryReplay['filter']['state']>;

/** The deliveries that are to be sent again: those of the last hours, in a state or in both. */
export interface ReplaySpan {
    readonly hours: number;
    readonly state: ReplayState | null;
}

function filterOf({ hours, state }: ReplaySpan) {
    return { from: new Date(Date.now() - hours * 3_600_000).toISOString(), state };
}

/** The replays of a webhook, the newest first. */
export function useReplays(id: string) {
    return usePages<DeliveryReplay>(
        ['replays', id],
        (cursor) =>
            answer(api.GET('/api/v1/webhooks/{id}/replays', { params: { path: { id }, query: given({ cursor }) } })),
        true,
    );
}

/** The number of deliveries that a replay would send, in words. */
export async function countReplay(id: string, span: ReplaySpan): Promise<string> {
    const counted = await answer(
        api.POST('/api/v1/webhooks/{id}/replays', {
            params: { path: { id } },
            body: { filter: filterOf(span), dry_run: true },
        }),
    );
    if (counted.object !== 'delivery_replay_estimate') {
        throw new Error('a dry run created a replay');
    }
    return inWords(counted.matched, counted.complete);
}

/** A number of deliveries that match. */
export function inWords(matched: number, complete: boolean): string {
    const deliveries = `${matched.toLocaleString('en')} ${matched === 1 ? 'delivery' : 'deliveries'}`;
    return complete ? `${deliveries} ${matched === 1 ? 'matches' : 'match'}.` : `More than ${deliveries} match.`;
}

/** Begins to send deliveries again. */
export async function createReplay(id: string, span: ReplaySpan): Promise<void> {
    await answer(
        api.POST('/api/v1/webhooks/{id}/replays', { params: { path: { id } }, body: { filter: filterOf(span) } }),
    );
}

/** Ends a replay early. */
export async function cancelReplay({ id, webhook_id: webhook }: DeliveryReplay): Promise<void> {
    await answer(
        api.POST('/api/v1/webhooks/{id}/replays/{replay_id}/cancel', {
            params: { path: { id: webhook, replay_id: id } },
        }),
    );
}
