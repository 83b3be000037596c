import type { KeyCreate, Workspace } from '../../api/types';
import { presets } from '../../api/presets.gen';
import { words } from '../../ui/words';

/** The choices for a new key. */
export interface Draft {
    readonly name: string;
    readonly environment: 'live' | 'test';
    /** A preset, or `custom` for the scopes below. */
    readonly access: Access;
    readonly scopes: readonly string[];
    readonly resources: string;
    readonly addresses: string;
    readonly origins: string;
    /** In days, or `never`. */
    readonly expiry: string;
    readonly rate: string;
}

export type Access = 'full' | 'read_only' | 'links' | 'whatsapp' | 'automation' | 'custom';

export const EMPTY: Draft = {
    name: '',
    environment: 'live',
    access: 'links',
    scopes: [],
    resources: '',
    addresses: '',
    origins: '',
    expiry: '90',
    rate: '',
};

type Entered = Pick<Workspace, 'role' | 'scopes'>;

const DAY = 86_400_000;

/** The request that creates the key, for a member of this workspace. */
export function bodyOf(draft: Draft, now: Date, workspace: Entered): KeyCreate {
    return {
        name: draft.name,
        environment: draft.environment,
        ...accessOf(draft, workspace),
        ...listed('resources', draft.resources),
        ...listed('ip_allow', draft.addresses),
        ...listed('origins', draft.origins),
        expires_at:
            draft.expiry === 'never' ? null : new Date(now.getTime() + Number(draft.expiry) * DAY).toISOString(),
        ...(draft.rate === '' ? {} : { requests_per_minute: Number(draft.rate) }),
    };
}

/** A key cannot exceed its creator: scopes of a preset beyond the creator's role are omitted. */
function accessOf(draft: Draft, { role, scopes }: Entered): Pick<KeyCreate, 'preset' | 'scopes'> {
    if (draft.access === 'custom') {
        return { scopes: [...draft.scopes] };
    }
    if (role === 'owner' || role === 'admin' || draft.access in presets) {
        return { preset: draft.access };
    }
    return { scopes: [...scopesOf(draft.access, scopes)] };
}

/** The scopes that the key will have. */
export function scopesOf(access: Access, own: readonly string[]): readonly string[] {
    switch (access) {
        case 'custom':
            return [];
        case 'full':
            return own;
        case 'read_only':
            return own.filter((scope) => scope.endsWith(':read'));
        default:
            return presets[access] ?? [];
    }
}

function listed<K extends string>(member: K, text: string): { [P in K]?: string[] } {
    const entries = words(text);
    return (entries.length === 0 ? {} : { [member]: entries }) as { [P in K]?: string[] };
}
