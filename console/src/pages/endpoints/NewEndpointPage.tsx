import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { EndpointFields } from './EndpointFields';
import { TokenOnce } from './TokenOnce';
import { createEndpoint } from './calls';
import { BLANK, changeOf } from './draft';

const ENDPOINTS = { href: '/api/endpoints', title: 'Endpoints' };

/** Adds a publishing endpoint. */
export default function NewEndpointPage() {
    const [name, setName] = useState('');
    const [draft, setDraft] = useState(BLANK);
    const attempts = useAttempts();
    const forget = useForget();
    const [, go] = useLocation();
    const make = useMutation({
        mutationFn: () => {
            const body = { name, ...changeOf(draft) };
            return attempts.make(body, ({ key }) => createEndpoint(body, key));
        },
        onSuccess: async ({ id, token }) => {
            await forget('endpoints', 'events');
            if (token === null) {
                go(`/api/endpoints/${id}`);
            }
        },
    });
    if (make.data !== undefined && make.data.token !== null) {
        const { id } = make.data;
        return (
            <PageFrame key="token" title="Your new endpoint" within={ENDPOINTS} narrow>
                <TokenOnce
                    made={make.data}
                    onStored={() => {
                        go(`/api/endpoints/${id}`);
                    }}
                />
            </PageFrame>
        );
    }
    return (
        <PageFrame key="form" title="Add an endpoint" within={ENDPOINTS} narrow>
            <Form
                submit="Add endpoint"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate();
                }}
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
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
