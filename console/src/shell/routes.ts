import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** One page: where it is, below `/user`, what it is called, and what shows it, fetched when it is first opened. */
export interface Page {
    readonly path: string;
    readonly title: string;
    readonly shows: LazyExoticComponent<ComponentType>;
    /** Shown to whoever asks; all others to those who are signed in. */
    readonly open?: true;
}

/** Every page of the console, the most specific path first. */
export const pages: readonly Page[] = [
    {
        path: '/api/reference/*?',
        title: 'API reference',
        shows: lazy(() => import('../reference/ReferencePage')),
        open: true,
    },
    { path: '/api/keys/new', title: 'Create key', shows: lazy(() => import('../pages/keys/NewKeyPage')) },
    { path: '/api/keys/:id', title: 'Key', shows: lazy(() => import('../pages/keys/KeyPage')) },
    { path: '/api/keys', title: 'API keys', shows: lazy(() => import('../pages/keys/KeysPage')) },
    { path: '/api/links/new', title: 'Create link', shows: lazy(() => import('../pages/links/NewLinkPage')) },
    { path: '/api/links/:id', title: 'Short link', shows: lazy(() => import('../pages/links/LinkPage')) },
    { path: '/api/links', title: 'Short links', shows: lazy(() => import('../pages/links/LinksPage')) },
    { path: '/api/webhooks/new', title: 'Add webhook', shows: lazy(() => import('../pages/webhooks/NewWebhookPage')) },
    { path: '/api/webhooks/:id', title: 'Webhook', shows: lazy(() => import('../pages/webhooks/WebhookPage')) },
    { path: '/api/webhooks', title: 'Webhooks', shows: lazy(() => import('../pages/webhooks/WebhooksPage')) },
    { path: '/api/deliveries/:id', title: 'Delivery', shows: lazy(() => import('../pages/webhooks/DeliveryPage')) },
    { path: '/api/deliveries', title: 'Deliveries', shows: lazy(() => import('../pages/webhooks/DeliveriesPage')) },
    { path: '/api/events/:id', title: 'Event', shows: lazy(() => import('../pages/events/EventPage')) },
    { path: '/api/events', title: 'Events', shows: lazy(() => import('../pages/events/EventsPage')) },
    { path: '/api/models', title: 'Models', shows: lazy(() => import('../pages/models/ModelsPage')) },
    { path: '/api/audit', title: 'Audit', shows: lazy(() => import('../pages/audit/AuditPage')) },
    { path: '/api/members', title: 'Members', shows: lazy(() => import('../pages/workspace/MembersPage')) },
    { path: '/api/settings', title: 'Settings', shows: lazy(() => import('../pages/workspace/SettingsPage')) },
    { path: '/api/workspaces', title: 'Workspaces', shows: lazy(() => import('../pages/workspace/WorkspacesPage')) },
    { path: '/api/account', title: 'Account', shows: lazy(() => import('../pages/account/AccountPage')) },
    {
        path: '/api/invitation',
        title: 'Invitation',
        shows: lazy(() => import('../pages/invitation/InvitationPage')),
        open: true,
    },
    { path: '/api', title: 'Home', shows: lazy(() => import('../pages/home/HomePage')) },
];
