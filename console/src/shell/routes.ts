import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** The groups of the navigation, in its order. */
const GROUPS = ['Start', 'Build', 'Monitor', 'Manage'] as const;

/** One page: its path below `/user`, its title, and its component, which is fetched when the page is first opened. */
export interface Page {
    readonly path: string;
    readonly title: string;
    readonly shows: LazyExoticComponent<ComponentType>;
    /** Shown without a session too. */
    readonly open?: true;
    /** The group of the navigation that leads to the page. */
    readonly group?: (typeof GROUPS)[number];
    /** The scope without which the navigation leaves the page out. */
    readonly scope?: string;
}

/**
 * Every page of the console, the most specific path first. Routes and navigation follow from it, and so do the checks of
 * `pages.spec.ts`, which ask for an example of each path with an id.
 */
export const pages: readonly Page[] = [
    { path: '/api/keys/new', title: 'Create key', shows: lazy(() => import('../pages/keys/NewKeyPage')) },
    { path: '/api/keys/:id', title: 'Key', shows: lazy(() => import('../pages/keys/KeyPage')) },
    {
        path: '/api/keys',
        title: 'API keys',
        shows: lazy(() => import('../pages/keys/KeysPage')),
        group: 'Build',
        scope: 'keys:read',
    },
    { path: '/api/links/new', title: 'Create link', shows: lazy(() => import('../pages/links/NewLinkPage')) },
    { path: '/api/links/:id', title: 'Short link', shows: lazy(() => import('../pages/links/LinkPage')) },
    {
        path: '/api/links',
        title: 'Short links',
        shows: lazy(() => import('../pages/links/LinksPage')),
        group: 'Build',
        scope: 'links:read',
    },
    { path: '/api/webhooks/new', title: 'Add webhook', shows: lazy(() => import('../pages/webhooks/NewWebhookPage')) },
    { path: '/api/webhooks/:id', title: 'Webhook', shows: lazy(() => import('../pages/webhooks/WebhookPage')) },
    {
        path: '/api/webhooks',
        title: 'Webhooks',
        shows: lazy(() => import('../pages/webhooks/WebhooksPage')),
        group: 'Build',
        scope: 'webhooks:read',
    },
    {
        path: '/api/instances/new',
        title: 'Add instance',
        shows: lazy(() => import('../pages/instances/NewInstancePage')),
    },
    {
        path: '/api/instances/:id',
        title: 'Instance',
        shows: lazy(() => import('../pages/instances/InstancePage')),
    },
    {
        path: '/api/instances',
        title: 'Instances',
        shows: lazy(() => import('../pages/instances/InstancesPage')),
        group: 'Build',
        scope: 'instances:read',
    },
    { path: '/api/contacts/new', title: 'Add contact', shows: lazy(() => import('../pages/contacts/NewContactPage')) },
    { path: '/api/contacts/:id', title: 'Contact', shows: lazy(() => import('../pages/contacts/ContactPage')) },
    {
        path: '/api/contacts',
        title: 'Contacts',
        shows: lazy(() => import('../pages/contacts/ContactsPage')),
        group: 'Build',
        scope: 'contacts:read',
    },
    { path: '/api/groups/new', title: 'Add group', shows: lazy(() => import('../pages/groups/NewGroupPage')) },
    { path: '/api/groups/:id', title: 'Group', shows: lazy(() => import('../pages/groups/GroupPage')) },
    {
        path: '/api/groups',
        title: 'Groups',
        shows: lazy(() => import('../pages/groups/GroupsPage')),
        group: 'Build',
        scope: 'groups:read',
    },
    {
        path: '/api/templates/new',
        title: 'Add template',
        shows: lazy(() => import('../pages/templates/NewTemplatePage')),
    },
    { path: '/api/templates/:id', title: 'Template', shows: lazy(() => import('../pages/templates/TemplatePage')) },
    {
        path: '/api/templates',
        title: 'Templates',
        shows: lazy(() => import('../pages/templates/TemplatesPage')),
        group: 'Build',
        scope: 'instances:read',
    },
    {
        path: '/api/endpoints/new',
        title: 'Add endpoint',
        shows: lazy(() => import('../pages/endpoints/NewEndpointPage')),
    },
    { path: '/api/endpoints/:id', title: 'Endpoint', shows: lazy(() => import('../pages/endpoints/EndpointPage')) },
    {
        path: '/api/endpoints',
        title: 'Endpoints',
        shows: lazy(() => import('../pages/endpoints/EndpointsPage')),
        group: 'Build',
        scope: 'automation.endpoints:read',
    },
    {
        path: '/api/event-types',
        title: 'Event types',
        shows: lazy(() => import('../pages/eventtypes/EventTypesPage')),
        group: 'Build',
        scope: 'events:read',
    },
    { path: '/api/rules/new', title: 'Add rule', shows: lazy(() => import('../pages/rules/NewRulePage')) },
    { path: '/api/rules/:id', title: 'Rule', shows: lazy(() => import('../pages/rules/RulePage')) },
    {
        path: '/api/rules',
        title: 'Rules',
        shows: lazy(() => import('../pages/rules/RulesPage')),
        group: 'Build',
        scope: 'automation.rules:read',
    },
    { path: '/api/runs/:id', title: 'Run', shows: lazy(() => import('../pages/runs/RunPage')) },
    {
        path: '/api/runs',
        title: 'Runs',
        shows: lazy(() => import('../pages/runs/RunsPage')),
        group: 'Build',
        scope: 'automation.runs:read',
    },
    {
        path: '/api/sandbox',
        title: 'Sandbox',
        shows: lazy(() => import('../pages/sandbox/SandboxPage')),
        group: 'Build',
        scope: 'instances:write',
    },
    { path: '/api/messages/:id', title: 'Message', shows: lazy(() => import('../pages/messages/MessagePage')) },
    {
        path: '/api/messages',
        title: 'Messages',
        shows: lazy(() => import('../pages/messages/MessagesPage')),
        group: 'Monitor',
        scope: 'messages:read',
    },
    {
        path: '/api/models',
        title: 'Models',
        shows: lazy(() => import('../pages/models/ModelsPage')),
        group: 'Build',
        scope: 'models:read',
    },
    {
        path: '/api/reference/*?',
        title: 'API reference',
        shows: lazy(() => import('../reference/ReferencePage')),
        open: true,
        group: 'Build',
    },
    { path: '/api/events/:id', title: 'Event', shows: lazy(() => import('../pages/events/EventPage')) },
    {
        path: '/api/events',
        title: 'Events',
        shows: lazy(() => import('../pages/events/EventsPage')),
        group: 'Monitor',
        scope: 'events:read',
    },
    { path: '/api/deliveries/:id', title: 'Delivery', shows: lazy(() => import('../pages/webhooks/DeliveryPage')) },
    {
        path: '/api/deliveries',
        title: 'Deliveries',
        shows: lazy(() => import('../pages/webhooks/DeliveriesPage')),
        group: 'Monitor',
        scope: 'webhooks:read',
    },
    {
        path: '/api/audit',
        title: 'Audit',
        shows: lazy(() => import('../pages/audit/AuditPage')),
        group: 'Monitor',
        scope: 'audit:read',
    },
    {
        path: '/api/members',
        title: 'Members',
        shows: lazy(() => import('../pages/workspace/MembersPage')),
        group: 'Manage',
        scope: 'members:read',
    },
    {
        path: '/api/settings',
        title: 'Workspace settings',
        shows: lazy(() => import('../pages/workspace/SettingsPage')),
        group: 'Manage',
    },
    {
        path: '/api/workspaces',
        title: 'Workspaces',
        shows: lazy(() => import('../pages/workspace/WorkspacesPage')),
        group: 'Manage',
    },
    {
        path: '/api/account',
        title: 'Account',
        shows: lazy(() => import('../pages/account/AccountPage')),
        group: 'Manage',
    },
    {
        path: '/api/invitation',
        title: 'Invitation',
        shows: lazy(() => import('../pages/invitation/InvitationPage')),
        open: true,
    },
    { path: '/api', title: 'Home', shows: lazy(() => import('../pages/home/HomePage')), group: 'Start' },
];

/** The address of a page whose path names no resource. */
export function addressOf({ path }: Page): string {
    return path.replace('/*?', '');
}

/** The navigation: each group with its pages. */
export const navigation = GROUPS.map((title) => ({
    title,
    to: pages.filter((page) => page.group === title),
}));
