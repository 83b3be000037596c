import type { Link } from '../../api/types';
import { Badge } from '../../ui/Text';

/** Whether a link redirects. */
export function LinkState({ of: link }: { readonly of: Link }) {
    if (link.expires_at !== null && isOver(link.expires_at)) {
        return <Badge tone="bad">Expired</Badge>;
    }
    if (link.starts_at !== null && !isOver(link.starts_at)) {
        return <Badge tone="warn">Not started</Badge>;
    }
    return <Badge tone="good">Active</Badge>;
}

function isOver(at: string): boolean {
    return new Date(at).getTime() <= Date.now();
}
