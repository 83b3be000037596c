import type { Role } from '../../api/types';

/** The roles, and what each allows, from the least to the most. */
export const ROLES: readonly { value: Role; label: string; hint: string }[] = [
    { value: 'viewer', label: 'Viewer', hint: 'Reads everything except the audit log.' },
    { value: 'developer', label: 'Developer', hint: 'Changes resources and creates API keys.' },
    { value: 'admin', label: 'Admin', hint: 'Also manages members and renames the workspace.' },
    { value: 'owner', label: 'Owner', hint: 'Also manages owners.' },
];

/** The roles that a member may grant: none above the member's own. */
export function rolesUpTo(own: Role): typeof ROLES {
    return ROLES.slice(0, ROLES.findIndex((role) => role.value === own) + 1);
}
