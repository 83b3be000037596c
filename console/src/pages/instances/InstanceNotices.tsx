import { Ago } from '../../ui/Ago';
import { Loaded } from '../../ui/Loaded';
import { Time } from '../../ui/Text';
import { useNewestEvents } from '../events/calls';
import { type Notice, noticesOf } from './notices';

const NEWEST = 50;

/** The provider's notices on the number and the account of an instance, newest first. */
export function InstanceNotices({ of: instanceId }: { readonly of: string }) {
    return (
        <Loaded query={useNewestEvents(NEWEST, 'instance.notice')}>
            {(events) => {
                const notices = noticesOf(events, instanceId);
                return (
                    notices.length > 0 && (
                        <section className="stack tight" aria-labelledby="notices">
                            <h2 id="notices">Notices from Meta</h2>
                            <ul className="panel padded stack tight" role="list">
                                {notices.map((notice) => (
                                    <Told key={notice.id} {...notice} />
                                ))}
                            </ul>
                        </section>
                    )
                );
            }}
        </Loaded>
    );
}

function Told({ what, until, at }: Notice) {
    return (
        <li>
            {what}
            {until !== undefined && (
                <>
                    {' until '}
                    <Time at={until} />.
                </>
            )}{' '}
            <span className="muted small">
                <Ago at={at} />
            </span>
        </li>
    );
}
