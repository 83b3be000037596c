import { Link } from 'wouter';
import type { Instance } from '../../api/types';
import { useMay } from '../../shell/session';
import { Ago } from '../../ui/Ago';
import { ListPage } from '../../ui/ListPage';
import type { Column } from '../../ui/Table';
import { Name } from '../../ui/Text';
import { InstanceStateInShort, providerOf } from './InstanceState';
import { useInstances } from './calls';

const columns: readonly Column<Instance>[] = [
    {
        name: 'Name',
        shows: (instance) => (
            <Link href={`/api/instances/${instance.id}`}>
                <Name clip>{instance.name}</Name>
            </Link>
        ),
    },
    { name: 'Provider', shows: providerOf },
    { name: 'Number', shows: (instance) => instance.config.phone_number ?? instance.config.phone_number_id ?? '' },
    { name: 'Created', shows: (instance) => <Ago at={instance.created_at} /> },
    { name: 'State', shows: (instance) => <InstanceStateInShort of={instance} /> },
];

/** The instances of the workspace. */
export default function InstancesPage() {
    return (
        <ListPage
            title="Instances"
            create={{ href: '/api/instances/new', title: 'Add instance', may: useMay('instances:write') }}
            query={useInstances()}
            columns={columns}
            none={{
                title: 'No instances yet',
                about: 'An instance is a WhatsApp number that sends and receives messages. A sandbox instance needs no account.',
            }}
        />
    );
}
