import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../api/client';
import { Dialog } from '../ui/Dialog';
import { Form } from '../ui/Form';
import { ProofFields } from './ProofFields';
import { SignInMethods } from './SignInMethods';
import { proofGiven, useProofWanted } from './proof';
import { useSession, useSessionChange } from './session';

/** Asks the user to authenticate again before a sensitive action. */
export function ProofDialog() {
    return useProofWanted() ? <Asking /> : null;
}

function Asking() {
    const { user } = useSession();
    return (
        <Dialog
            title="Confirm that it is you"
            isOpen
            onClose={() => {
                proofGiven(false);
            }}
        >
            <p>You signed in some time ago. This action requires a recent sign-in.</p>
            {user.password_set || user.second_factor ? <Prove /> : <SignInAgain />}
        </Dialog>
    );
}

/** A user of a provider authenticates there. */
function SignInAgain() {
    return (
        <>
            <p>Sign in again in the same way, and then repeat the action.</p>
            <SignInMethods />
        </>
    );
}

function Prove() {
    const [proof, setProof] = useState({ password: '', code: '' });
    const { began } = useSessionChange();
    const renew = useMutation({
        mutationFn: () => answer(api.POST('/api/v1/session/renew', { body: filled(proof) })),
        onSuccess: (session) => {
            began(session);
            proofGiven(true);
        },
    });
    return (
        <Form
            submit="Confirm"
            busy={renew.isPending}
            problem={renew.error}
            onSubmit={() => {
                renew.mutate();
            }}
        >
            <ProofFields proof={proof} onProof={setProof} />
        </Form>
    );
}

/** The filled-in fields; a field that does not apply is omitted. */
export function filled(proof: { password: string; code: string }): { password?: string; code?: string } {
    return {
        ...(proof.password === '' ? {} : { password: proof.password }),
        ...(proof.code === '' ? {} : { code: proof.code }),
    };
}
