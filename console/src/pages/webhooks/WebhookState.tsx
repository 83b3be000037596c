import type { Delivery, Webhook } from '../../api/types';
import { Badge } from '../../ui/Text';

/** Whether a webhook is enabled; if not, the reason. */
export function WebhookState({ of: webhook }: { readonly of: Webhook }) {
    if (webhook.enabled) {
        return <Badge tone="good">Enabled</Badge>;
    }
    return (
        <Badge tone="warn">{webhook.disabled_reason === 'gone' ? 'Disabled: the receiver is gone' : 'Disabled'}</Badge>
    );
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
