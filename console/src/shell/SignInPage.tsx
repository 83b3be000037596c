import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answer, api } from '../api/client';
import { isAskedForCode } from '../api/problem';
import { TextField } from '../ui/Field';
import { Form } from '../ui/Form';
import logo from '../ui/postrider.svg';
import { Connection } from './Connection';
import { SignInMethods } from './SignInMethods';
import { useSessionChange } from './session';

/** The sign-in, with a second factor if the user has one. */
export function SignInPage() {
    const [email, setEmail] = useState('');
    const [password, setPassword] = useState('');
    const [code, setCode] = useState<string | null>(null);
    const { began } = useSessionChange();
    useEffect(() => {
        document.title = 'Sign in · Postrider';
    }, []);
    const signIn = useMutation({
        mutationFn: () =>
            answer(api.POST('/api/v1/session', { body: { email, password, ...(code === null ? {} : { code }) } })),
        onSuccess: began,
        onError: (problem) => {
            if (isAskedForCode(problem)) {
                setCode('');
            }
        },
    });
    return (
        <main className="alone">
            <div>
                <Connection />
                <img src={logo} alt="" width={40} height={40} />
                <h1>Sign in to Postrider</h1>
                <Form
                    submit="Sign in"
                    busy={signIn.isPending}
                    // The field shows the problem, also while it is being filled in.
                    problem={isAskedForCode(signIn.error) ? null : signIn.error}
                    onSubmit={() => {
                        signIn.mutate();
                    }}
                >
                    <TextField
                        label="E-mail"
                        type="email"
                        autoComplete="username"
                        pointer="/email"
                        value={email}
                        onValue={setEmail}
                    />
                    <TextField
                        label="Password"
                        type="password"
                        autoComplete="current-password"
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
                <SignInMethods />
                <FirstTime />
            </div>
        </main>
    );
}

function FirstTime() {
    return (
        <details>
            <summary>First time here?</summary>
            <p className="hint">
                On its first start Postrider created an owner and printed the e-mail and the password. They are also in{' '}
                <code>first-run.json</code> in its data directory, <code>./data</code> or{' '}
                <code>POSTRIDER_DATA_DIR</code>.
            </p>
        </details>
    );
}
