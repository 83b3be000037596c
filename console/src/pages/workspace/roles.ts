import type { Role } from '../../api/types';

/** The roles, and what each allows, from the least to the most. */
export const ROLES: readonly { value: Role; label: string; hint: string }[] = [
    { value: 'viewer', label: 'Viewer', hint: 'Reads everything but who did what.' },
    { value: 'developer', label: 'Developer', hint: 'Uses everything, and makes keys.' },
    { value: 'admin', label: 'Admin', hint: 'Lets people in and out too, and renames the workspace.' },
    { value: 'owner', label: 'Owner', hint: 'Makes owners too.' },
];

/** Nobody gives a role above his own. */
export function rolesUpTo(own: Role): typeof ROLES {
    return ROLES.slice(0, ROLES.findIndex((role) => role.value === own) + 1);
}
