import { useState } from 'react';
import { useCreation } from '../../shell/creation';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { EndpointFields } from './EndpointFields';
import { createEndpoint } from './calls';
import { BLANK, type Draft, changeOf } from './draft';

interface Typed {
    readonly name: string;
    readonly type: string;
    readonly draft: Draft;
}

/** Adds a publishing endpoint. */
export default function NewEndpointPage() {
    const [name, setName] = useState('');
    const [type, setType] = useState('');
    const [draft, setDraft] = useState(BLANK);
    const make = useCreation('endpoints', async (typed: Typed, idempotencyKey: string) =>
        createEndpoint({ name: typed.name, event_type: typed.type, ...changeOf(typed.draft) }, idempotencyKey),
    );
    return (
        <PageFrame title="Add an endpoint" within={{ href: '/api/endpoints', title: 'Endpoints' }} narrow>
            <Form
                submit="Add endpoint"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate({ name, type, draft });
                }}
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
                <TextField
                    label="Type of event"
                    hint="A type of your own, for example order.paid."
                    pointer="/event_type"
                    mono
                    value={type}
                    onValue={setType}
                />
                <EndpointFields
                    draft={draft}
                    set={(change) => {
                        setDraft({ ...draft, ...change });
                    }}
                />
            </Form>
        </PageFrame>
    );
}
