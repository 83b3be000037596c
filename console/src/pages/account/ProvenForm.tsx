import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { filled } from '../../shell/ProofDialog';
import { ProofFields } from '../../shell/ProofFields';
import { Form } from '../../ui/Form';

interface Props<T> {
    readonly submit: string;
    readonly action: (proof: { password?: string; code?: string }) => Promise<T>;
    readonly onDone: (done: T) => Promise<void>;
}

/** A form whose action requires the user's credentials. */
export function ProvenForm<T>({ submit, action, onDone }: Props<T>) {
    const [proof, setProof] = useState({ password: '', code: '' });
    const act = useMutation({ mutationFn: () => action(filled(proof)), onSuccess: onDone });
    return (
        <Form
            submit={submit}
            busy={act.isPending}
            problem={act.error}
            onSubmit={() => {
                act.mutate();
            }}
        >
            <ProofFields proof={proof} onProof={setProof} />
        </Form>
    );
}
