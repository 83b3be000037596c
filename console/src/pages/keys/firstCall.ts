import type { paths } from '../../api/contract.gen';
import type { Key } from '../../api/types';
import { missingScopes } from '../../reference/command/scopes';

type Path = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];

/** Reads that name no resource, each with the scope that it needs; the first that a key may do is shown. */
const READS: readonly (readonly [scope: string, path: Path])[] = [
    ['links:read', '/api/v1/links'],
    ['instances:read', '/api/v1/instances'],
    ['automation.rules:read', '/api/v1/automation/rules'],
    ['webhooks:read', '/api/v1/webhooks'],
    ['events:read', '/api/v1/events'],
    ['models:read', '/api/v1/models'],
    ['clicks:read', '/api/v1/clicks/stats'],
    ['keys:read', '/api/v1/keys'],
    ['workspace:read', '/api/v1/workspaces'],
    ['audit:read', '/api/v1/audit'],
];

/** The path of a GET that a new key may do. Every key may read `/me`; one that is restricted to resources may read no list. */
export function firstCall({ scopes, resources }: Pick<Key, 'scopes' | 'resources'>): Path {
    const allowed = resources.length === 0 && READS.find(([scope]) => missingScopes([scope], scopes).length === 0);
    return allowed ? allowed[1] : '/api/v1/me';
}
