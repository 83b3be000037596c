import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForget } from '../../api/queries';
import type { Endpoint } from '../../api/types';
import { Form } from '../../ui/Form';
import { EndpointFields } from './EndpointFields';
import { updateEndpoint } from './calls';
import { type Editing, changeOf, draftOf, readAgain } from './draft';

/** Changes the settings of an endpoint, unless it was changed since the form began. */
export function IntakeForm({ of: endpoint }: { readonly of: Endpoint }) {
    const [editing, setEditing] = useState<Editing>(() => ({ from: endpoint, draft: draftOf(endpoint) }));
    const [read, setRead] = useState(endpoint);
    if (read !== endpoint) {
        setRead(endpoint);
        setEditing(readAgain(editing, endpoint));
    }
    const forget = useForget();
    const save = useMutation({
        mutationFn: async () => updateEndpoint(editing.from, changeOf(editing.draft)),
        onSuccess: (saved) => {
            setEditing({ from: saved, draft: draftOf(saved) });
            return forget('endpoints', 'events');
        },
    });
    return (
        <section className="stack tight" aria-labelledby="intake">
            <h2 id="intake">Settings</h2>
            <div className="panel padded">
                <Form
                    submit="Save"
                    busy={save.isPending}
                    problem={save.error}
                    onSubmit={() => {
                        save.mutate();
                    }}
                >
                    <EndpointFields
                        draft={editing.draft}
                        kept
                        set={(change) => {
                            setEditing({ ...editing, draft: { ...editing.draft, ...change } });
                        }}
                    />
                </Form>
            </div>
        </section>
    );
}
