import type { Delivery, Webhook } from '../../api/types';
import { Badge } from '../../ui/Text';

const REASONS = new Map([
    ['receiver_gone', 'Disabled: the receiver is gone'],
    ['no_success', 'Disabled: no success for five days'],
]);

/** Whether a webhook is enabled, and its health; if it is disabled, the reason. */
export function WebhookState({ of: webhook }: { readonly of: Webhook }) {
    if (!webhook.enabled) {
        return <Badge tone="warn">{REASONS.get(webhook.disabled_reason ?? '') ?? 'Disabled'}</Badge>;
    }
    switch (webhook.health?.state) {
        case 'failing':
            return <Badge tone="bad">Failing</Badge>;
        case 'healthy':
            return <Badge tone="good">Healthy</Badge>;
        default:
            return <Badge tone="good">Enabled</Badge>;
    }
}

const TONES = { delivered: 'good', pending: undefined, waiting: 'warn', held: 'warn', exhausted: 'bad' } as const;
const WORDS = {
    delivered: 'Delivered',
    pending: 'Pending',
    waiting: 'Waiting for retry',
    held: 'Held',
    exhausted: 'Exhausted',
} as const;

/** The state of a delivery. */
export function DeliveryStateBadge({ of: delivery }: { readonly of: Delivery }) {
    return <Badge tone={TONES[delivery.state]}>{WORDS[delivery.state]}</Badge>;
}
