import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useForget } from '../../api/queries';
import type { Endpoint, EndpointWithToken } from '../../api/types';
import { DeleteAction } from '../../shell/DeleteAction';
import { useMay } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Code } from '../../ui/Code';
import { TextArea, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Facts, Name, Time } from '../../ui/Text';
import { EndpointRequests } from './EndpointRequests';
import { EndpointState } from './EndpointsPage';
import { IntakeForm } from './IntakeForm';
import { TokenOnce } from './TokenOnce';
import { deleteEndpoint, publishAt, rotateToken, updateEndpoint, useEndpoint } from './calls';
import { curl, proofsInWords, typeOf } from './draft';

/** One publishing endpoint: its address, and a form that publishes at it. */
export default function EndpointPage() {
    const { id } = useParams<{ id: string }>();
    const query = useEndpoint(id);
    const may = useMay('automation.endpoints:write');
    const [rotated, setRotated] = useState<EndpointWithToken | null>(null);
    if (rotated !== null) {
        return (
            <PageFrame
                key="token"
                title="Your new address"
                within={{ href: `/api/endpoints/${id}`, title: rotated.name }}
                narrow
            >
                <TokenOnce
                    made={rotated}
                    onStored={() => {
                        setRotated(null);
                    }}
                />
            </PageFrame>
        );
    }
    return (
        <PageFrame
            title={query.data?.name ?? 'Endpoint'}
            within={{ href: '/api/endpoints', title: 'Endpoints' }}
            actions={query.data !== undefined && may ? <Actions of={query.data} onRotated={setRotated} /> : undefined}
        >
            <Loaded query={query}>
                {(endpoint) => (
                    <>
                        <div className="panel padded">
                            <Facts
                                facts={[
                                    ['State', <EndpointState key="state" of={endpoint} />],
                                    ['ID', <code key="id">{endpoint.id}</code>],
                                    ['Type of event', <Name key="type">{typeOf(endpoint)}</Name>],
                                    ['Proofs', proofsInWords(endpoint)],
                                    ['Created', <Time key="created" at={endpoint.created_at} />],
                                ]}
                            />
                        </div>
                        <Code text={endpoint.url} label="Address of the endpoint" wrapped />
                        {hasToken(endpoint) && endpoint.enabled && <Sample to={endpoint} />}
                        <Code text={curl(endpoint, addressOf(endpoint))} label="As cURL" wrapped />
                        <EndpointRequests endpointId={endpoint.id} may={may} />
                        {may && <IntakeForm of={endpoint} />}
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}

function hasToken({ proofs }: Endpoint): boolean {
    return proofs.some(({ auth }) => auth === 'url_token');
}

/** The address as far as it is known: its token was shown once. */
function addressOf(endpoint: Endpoint): string {
    return hasToken(endpoint) ? `${endpoint.url}?token=TOKEN` : endpoint.url;
}

interface ActionsProps {
    readonly of: Endpoint;
    readonly onRotated: (rotated: EndpointWithToken) => void;
}

function Actions({ of: endpoint, onRotated }: ActionsProps) {
    const forget = useForget();
    const act = useMutation({
        mutationFn: (work: () => Promise<Endpoint>) => work(),
        onSuccess: () => forget('endpoints', 'events'),
    });
    const rotate = useMutation({
        mutationFn: () => rotateToken(endpoint.id),
        onSuccess: async (rotated) => {
            await forget('endpoints', 'events');
            onRotated(rotated);
        },
    });
    return (
        <>
            <ProblemNotice problem={act.error ?? rotate.error} />
            <Button
                busy={act.isPending}
                onClick={() => {
                    act.mutate(() => updateEndpoint(endpoint, { enabled: !endpoint.enabled }));
                }}
            >
                {endpoint.enabled ? 'Disable' : 'Enable'}
            </Button>
            {hasToken(endpoint) && (
                <Button
                    busy={rotate.isPending}
                    onClick={() => {
                        rotate.mutate();
                    }}
                >
                    Rotate token
                </Button>
            )}
            <DeleteAction
                title="Delete endpoint"
                id={endpoint.id}
                kind="endpoints"
                remove={() => deleteEndpoint(endpoint)}
            >
                <p>
                    <Name>{endpoint.name}</Name> accepts no more requests.
                </p>
            </DeleteAction>
        </>
    );
}

/** Publishes a sample at the endpoint, as another system would. */
function Sample({ to: endpoint }: { readonly to: Endpoint }) {
    const [token, setToken] = useState('');
    const [body, setBody] = useState('{"order_id": "1042", "total": 129.5}');
    const forget = useForget();
    const publish = useMutation({
        mutationFn: () => publishAt(endpoint.id, token, JSON.parse(body)),
        onSuccess: () => forget('events'),
    });
    return (
        <section className="stack tight" aria-labelledby="sample">
            <h2 id="sample">Send a sample</h2>
            <div className="panel padded">
                <Form
                    submit="Publish"
                    busy={publish.isPending}
                    problem={publish.error}
                    onSubmit={() => {
                        publish.mutate();
                    }}
                >
                    <TextField
                        label="Token"
                        hint="The token from the address of the endpoint, which was shown once."
                        mono
                        value={token}
                        onValue={setToken}
                    />
                    <TextArea
                        label="Body"
                        hint="The body of the request, as JSON."
                        spellCheck={false}
                        value={body}
                        onValue={setBody}
                    />
                    {publish.data !== undefined && (
                        <p role="status">
                            {publish.data.id === undefined ? (
                                'A rule responded.'
                            ) : (
                                <>
                                    Published as <Link href={`/api/events/${publish.data.id}`}>{publish.data.id}</Link>.
                                </>
                            )}
                        </p>
                    )}
                </Form>
            </div>
        </section>
    );
}
