import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useForget } from '../../api/queries';
import type { EndpointDelivery } from '../../api/types';
import { Button } from '../../ui/Button';
import { Empty, Loaded } from '../../ui/Loaded';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { type Column, Table } from '../../ui/Table';
import { Badge, Time } from '../../ui/Text';
import { resend, useDeliveries } from './calls';

interface Props {
    readonly endpointId: string;
    /** Whether rejected requests can be sent again. */
    readonly may: boolean;
}

/** The accepted and rejected requests of an endpoint, newest first. */
export function EndpointRequests({ endpointId, may }: Props) {
    const forget = useForget();
    const again = useMutation({
        mutationFn: (id: string) => resend(endpointId, id),
        onSettled: () => forget('events'),
    });
    const columns: readonly Column<EndpointDelivery>[] = [
        {
            name: 'Event',
            shows: ({ id }) => (
                <Link href={`/api/events/${id}`}>
                    <code className="any-text">{id}</code>
                </Link>
            ),
        },
        { name: 'At', shows: ({ at }) => <Time at={at} /> },
        { name: 'Proof', shows: ({ proof }) => <span className="any-text">{proof ?? 'None'}</span> },
        {
            name: 'Outcome',
            shows: ({ outcome, problem }) =>
                outcome === 'accepted' ? (
                    <Badge tone="good">Accepted</Badge>
                ) : outcome === 'duplicate' ? (
                    <>
                        <Badge>Duplicate</Badge> <span className="any-text">{reason(problem)}</span>
                    </>
                ) : (
                    <>
                        <Badge tone="bad">Rejected</Badge> <span className="any-text">{reason(problem)}</span>
                    </>
                ),
        },
        ...(may
            ? [
                  {
                      name: 'Action',
                      shows: ({ id, outcome, problem }: EndpointDelivery) =>
                          outcome === 'rejected' &&
                          isWhole(problem) && (
                              <Button
                                  busy={again.isPending}
                                  onClick={() => {
                                      again.mutate(id);
                                  }}
                              >
                                  Resend
                              </Button>
                          ),
                  },
              ]
            : []),
    ];
    return (
        <section className="stack tight" aria-labelledby="requests">
            <h2 id="requests">Newest requests</h2>
            <ProblemNotice problem={again.error} />
            <Loaded query={useDeliveries(endpointId)}>
                {(requests) =>
                    requests.length === 0 ? (
                        <Empty title="No requests yet" />
                    ) : (
                        <Table label="Newest requests" columns={columns} rows={requests} id={({ id }) => id} />
                    )
                }
            </Loaded>
        </section>
    );
}

/** Whether the request was stored so that it can be sent again. */
function isWhole(problem: EndpointDelivery['problem']): boolean {
    return (problem?.body !== undefined && problem.body_cut !== true) || problem?.body_base64 !== undefined;
}

function reason(problem: EndpointDelivery['problem']): string {
    const detail = problem?.detail;
    return typeof detail === 'string' ? detail : '';
}
