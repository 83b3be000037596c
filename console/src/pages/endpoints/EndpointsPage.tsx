import { Link } from 'wouter';
import type { Endpoint } from '../../api/types';
import { useMay } from '../../shell/session';
import { ListPage } from '../../ui/ListPage';
import type { Column } from '../../ui/Table';
import { Badge, Name, Time } from '../../ui/Text';
import { useEndpoints } from './calls';
import { proofsInWords, typeOf } from './draft';

const columns: readonly Column<Endpoint>[] = [
    {
        name: 'Name',
        shows: (endpoint) => (
            <Link href={`/api/endpoints/${endpoint.id}`}>
                <Name clip>{endpoint.name}</Name>
            </Link>
        ),
    },
    { name: 'Type of event', shows: (endpoint) => <code className="any-text">{typeOf(endpoint)}</code> },
    { name: 'Proofs', shows: proofsInWords },
    { name: 'Created', shows: (endpoint) => <Time at={endpoint.created_at} /> },
    { name: 'State', shows: (endpoint) => <EndpointState of={endpoint} /> },
];

/** Whether an endpoint accepts events. */
export function EndpointState({ of: endpoint }: { readonly of: Endpoint }) {
    return endpoint.enabled ? <Badge tone="good">Enabled</Badge> : <Badge tone="warn">Disabled</Badge>;
}

/** The publishing endpoints of the workspace. */
export default function EndpointsPage() {
    return (
        <ListPage
            title="Endpoints"
            create={{ href: '/api/endpoints/new', title: 'Add endpoint', may: useMay('automation.endpoints:write') }}
            query={useEndpoints()}
            columns={columns}
            none={{
                title: 'No endpoints yet',
                about: 'An endpoint is an address to which another system, such as a shop or GitHub, sends requests. Postrider publishes each request as an event.',
            }}
        />
    );
}
