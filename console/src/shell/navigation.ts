/** Where one can go from every page; what the role does not allow is left out. */
export interface Destination {
    readonly href: string;
    readonly title: string;
    readonly scope?: string;
}

export const navigation: readonly { readonly title: string; readonly to: readonly Destination[] }[] = [
    { title: 'Start', to: [{ href: '/api', title: 'Home' }] },
    {
        title: 'Build',
        to: [
            { href: '/api/keys', title: 'API keys', scope: 'keys:read' },
            { href: '/api/links', title: 'Short links', scope: 'links:read' },
            { href: '/api/webhooks', title: 'Webhooks', scope: 'webhooks:read' },
            { href: '/api/models', title: 'Models', scope: 'models:read' },
            { href: '/api/reference', title: 'API reference' },
        ],
    },
    {
        title: 'Watch',
        to: [
            { href: '/api/events', title: 'Events', scope: 'events:read' },
            { href: '/api/deliveries', title: 'Deliveries', scope: 'webhooks:read' },
            { href: '/api/audit', title: 'Audit', scope: 'audit:read' },
        ],
    },
    {
        title: 'Manage',
        to: [
            { href: '/api/members', title: 'Members', scope: 'members:read' },
            { href: '/api/settings', title: 'Workspace settings' },
            { href: '/api/workspaces', title: 'Workspaces' },
            { href: '/api/account', title: 'Account' },
        ],
    },
];
