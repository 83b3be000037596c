import type { Key } from '../../api/types';
import { Badge } from '../../ui/Text';

const DAY = 86_400_000;
const SOON = 14;

/** Whether a key is valid, and for how long. */
export function KeyState({ of: key }: { readonly of: Key }) {
    if (key.revoked_at !== null) {
        return <Badge tone="bad">Revoked</Badge>;
    }
    if (key.expires_at === null) {
        return (
            <span className="row">
                <Badge tone="good">Active</Badge>
                <Badge tone="warn">Never expires</Badge>
            </span>
        );
    }
    const days = daysUntil(key.expires_at);
    if (days <= 0) {
        return <Badge tone="bad">Expired</Badge>;
    }
    return (
        <span className="row">
            <Badge tone="good">Active</Badge>
            {days <= SOON && (
                <Badge tone="warn">{days === 1 ? 'Expires within a day' : `Expires in ${days} days`}</Badge>
            )}
        </span>
    );
}

/** Whether a key has expired or was revoked. */
export function isOver(key: Key): boolean {
    return key.revoked_at !== null || (key.expires_at !== null && daysUntil(key.expires_at) <= 0);
}

function daysUntil(at: string): number {
    return Math.ceil((new Date(at).getTime() - Date.now()) / DAY);
}
