import { Link } from 'wouter';
import type { Group } from '../../api/types';
import { useMay } from '../../shell/session';
import { ListPage } from '../../ui/ListPage';
import type { Column } from '../../ui/Table';
import { Name, Time } from '../../ui/Text';
import { GroupState } from './GroupState';
import { useGroups } from './calls';

const columns: readonly Column<Group>[] = [
    {
        name: 'Name',
        shows: (group) => (
            <Link href={`/api/groups/${group.id}`}>
                <Name clip>{group.subject ?? group.id}</Name>
            </Link>
        ),
    },
    { name: 'Participants', number: true, shows: (group) => group.participants.length },
    { name: 'Created', shows: (group) => <Time at={group.created_at} /> },
    { name: 'State', shows: (group) => <GroupState of={group} /> },
];

/** The groups of the workspace. */
export default function GroupsPage() {
    return (
        <ListPage
            title="Groups"
            create={{ href: '/api/groups/new', title: 'Add group', may: useMay('groups:write') }}
            query={useGroups()}
            columns={columns}
            none={{
                title: 'No groups yet',
                about: 'A WhatsApp group: an instance and up to eight contacts share one conversation.',
            }}
        />
    );
}
