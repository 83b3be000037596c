import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { useForget } from '../../api/queries';
import type { Group } from '../../api/types';
import { DeleteAction } from '../../shell/DeleteAction';
import { useMay } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Facts, Name, Time } from '../../ui/Text';
import { SendMessage } from '../messages/SendMessage';
import { GroupState } from './GroupState';
import { Participants } from './Participants';
import { deleteGroup, renewInviteLink, useGroup } from './calls';

/** One group: its participants, its invite link, and a form that sends to it. */
export default function GroupPage() {
    const { id } = useParams<{ id: string }>();
    const query = useGroup(id);
    const may = useMay('groups:write');
    const sends = useMay('messages:send');
    return (
        <PageFrame
            title={query.data?.subject ?? 'Group'}
            within={{ href: '/api/groups', title: 'Groups' }}
            actions={query.data !== undefined && may ? <Actions of={query.data} /> : undefined}
        >
            <Loaded query={query}>
                {(group) => (
                    <>
                        <div className="panel padded">
                            <Facts
                                facts={[
                                    ['State', <GroupState key="state" of={group} />],
                                    ['Reason', group.reason ?? 'None'],
                                    ['ID', <code key="id">{group.id}</code>],
                                    [
                                        'Instance',
                                        <Link key="instance" href={`/api/instances/${group.instance_id}`}>
                                            {group.instance_id}
                                        </Link>,
                                    ],
                                    ['Description', <Name key="description">{group.description ?? 'None'}</Name>],
                                    ['Invite link', <Name key="link">{group.invite_link ?? 'None'}</Name>],
                                    ['Created', <Time key="created" at={group.created_at} />],
                                ]}
                            />
                        </div>
                        <Participants of={group} may={may} />
                        {sends && group.state === 'active' && (
                            <SendMessage instanceId={group.instance_id} answers={{ to: { group_id: group.id } }} />
                        )}
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}

function Actions({ of: group }: { readonly of: Group }) {
    const forget = useForget();
    const renew = useMutation({
        mutationFn: () => renewInviteLink(group.id),
        onSuccess: () => forget('groups', 'events'),
    });
    return (
        <>
            <ProblemNotice problem={renew.error} />
            {group.state === 'active' && (
                <Button
                    busy={renew.isPending}
                    onClick={() => {
                        renew.mutate();
                    }}
                >
                    Rotate invite link
                </Button>
            )}
            <DeleteAction title="Delete group" id={group.id} kind="groups" remove={deleteGroup}>
                <p>
                    The provider deletes <Name>{group.subject ?? group.id}</Name>, and its participants leave.
                </p>
            </DeleteAction>
        </>
    );
}
