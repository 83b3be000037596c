import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { answer, api } from '../../api/client';
import { isAskedForCode } from '../../api/problem';
import { useSessionChange } from '../../shell/session';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Name } from '../../ui/Text';

/** Makes the invited address an account, or signs it in where it has one; the API does not tell which before. */
export function Join({ token, email }: { readonly token: string; readonly email: string }) {
    const [name, setName] = useState('');
    const [password, setPassword] = useState('');
    const [code, setCode] = useState<string | null>(null);
    const { began } = useSessionChange();
    const [, go] = useLocation();
    const join = useMutation({
        mutationFn: () => {
            const said = { ...(name === '' ? {} : { name }), ...(code === null ? {} : { code }) };
            return answer(api.POST('/api/v1/invitations/join', { body: { token, password, ...said } }));
        },
        onSuccess: (session) => {
            began(session);
            go('/api');
        },
        onError: (problem) => {
            if (isAskedForCode(problem)) {
                setCode('');
            }
        },
    });
    return (
        <Form
            submit="Accept"
            busy={join.isPending}
            problem={isAskedForCode(join.error) ? null : join.error}
            onSubmit={() => {
                join.mutate();
            }}
        >
            <p>
                For <Name>{email}</Name>. Choose a name and a password; if you have an account already, give its
                password.
            </p>
            <TextField label="Name" autoComplete="name" pointer="/name" value={name} onValue={setName} />
            <TextField
                label="Password"
                hint="At least 8 characters; 15 or more are recommended."
                type="password"
                autoComplete="new-password"
                pointer="/password"
                value={password}
                onValue={setPassword}
            />
            {code !== null && (
                <TextField
                    label="Code"
                    hint="A code from your authenticator app, or a recovery code."
                    autoComplete="one-time-code"
                    autoFocus
                    pointer="/code"
                    value={code}
                    onValue={setCode}
                />
            )}
        </Form>
    );
}
