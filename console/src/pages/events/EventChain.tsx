import { Link } from 'wouter';
import type { LoggedEvent } from '../../api/types';
import { Loaded } from '../../ui/Loaded';
import { RunTable } from '../runs/RunTable';
import { EventTable } from './EventTable';
import { useCause, useEffects } from './calls';

/** The cause and the effects of an event. */
export function EventChain({ of: event }: { readonly of: LoggedEvent }) {
    return (
        <>
            <section className="stack tight" aria-labelledby="cause">
                <h2 id="cause">Cause</h2>
                <Loaded query={useCause(event.id)}>
                    {(cause) => (
                        <div className="panel padded stack tight">
                            {cause.run !== null && (
                                <p>
                                    Run{' '}
                                    <Link href={`/api/runs/${cause.run.id}`}>
                                        <code className="any-text">{cause.run.id}</code>
                                    </Link>
                                </p>
                            )}
                            {cause.event !== null && (
                                <p>
                                    Event{' '}
                                    <Link href={`/api/events/${cause.event.id}`}>
                                        <code className="any-text">{cause.event.type}</code>
                                    </Link>
                                </p>
                            )}
                            {cause.run === null && cause.event === null && <p>No event caused this one.</p>}
                        </div>
                    )}
                </Loaded>
            </section>
            <section className="stack tight" aria-labelledby="effects">
                <h2 id="effects">Effects</h2>
                <Loaded query={useEffects(event.id)}>
                    {({ runs, events }) => (
                        <>
                            {runs.length > 0 && <RunTable label="Runs for the event" runs={runs} />}
                            {events.length > 0 && <EventTable label="Events from runs" events={events} />}
                            {runs.length === 0 && events.length === 0 && <p>No rule has run for it.</p>}
                        </>
                    )}
                </Loaded>
            </section>
        </>
    );
}
