import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Select, TextArea } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Name } from '../../ui/Text';
import { complete, useModels } from './calls';

const BUILT_IN = 'echo-1';

/** Asks a model something. */
export function Playground() {
    const models = useModels().data ?? [];
    const [model, setModel] = useState(BUILT_IN);
    const [question, setQuestion] = useState('');
    const asked = useMutation({ mutationFn: () => complete(model, question) });
    return (
        <section className="stack tight" aria-labelledby="playground">
            <h2 id="playground">Playground</h2>
            <div className="panel padded stack">
                <Form
                    submit="Ask"
                    busy={asked.isPending}
                    problem={asked.error}
                    onSubmit={() => {
                        asked.mutate();
                    }}
                >
                    <Select
                        label="Model"
                        pointer="/model"
                        options={models.map(({ id }) => ({ value: id, label: id }))}
                        value={model}
                        onValue={setModel}
                    />
                    <TextArea label="Message" pointer="/messages" value={question} onValue={setQuestion} />
                </Form>
                <div role="status" aria-label="Answer">
                    {asked.data !== undefined && (
                        <div className="notice pre-line">
                            <Name>{asked.data}</Name>
                        </div>
                    )}
                </div>
            </div>
        </section>
    );
}
