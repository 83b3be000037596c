import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { OwnPassword } from '../../shell/OwnPassword';
import { useSession, useSessionChange } from '../../shell/session';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { SecondFactor } from './SecondFactor';
import { Section } from './Section';
import { Sessions } from './Sessions';
import { changeEmail, changePassword, rename } from './calls';

/** The name, credentials and sessions of the user. */
export default function AccountPage() {
    return (
        <PageFrame title="Account" narrow>
            <NameForm />
            <EmailForm />
            <PasswordForm />
            <SecondFactor />
            <Sessions />
        </PageFrame>
    );
}

function NameForm() {
    const { user } = useSession();
    const { anew } = useSessionChange();
    const [name, setName] = useState(user.name);
    const change = useMutation({ mutationFn: () => rename(name), onSuccess: anew });
    return (
        <Section title="Name" done={change.isSuccess && 'Your name is changed.'}>
            <Form
                submit="Change name"
                busy={change.isPending}
                problem={change.error}
                onSubmit={() => {
                    change.mutate();
                }}
            >
                <TextField label="Name" autoComplete="name" pointer="/name" value={name} onValue={setName} />
            </Form>
        </Section>
    );
}

function EmailForm() {
    const { user } = useSession();
    const { anew } = useSessionChange();
    const [email, setEmail] = useState(user.email);
    const [password, setPassword] = useState('');
    const change = useMutation({
        mutationFn: () => changeEmail(email, password),
        onSuccess: async () => {
            setPassword('');
            await anew();
        },
    });
    return (
        <Section title="E-mail" done={change.isSuccess && 'You sign in with the new address from now on.'}>
            <Form
                submit="Change e-mail"
                busy={change.isPending}
                problem={change.error}
                onSubmit={() => {
                    change.mutate();
                }}
            >
                <TextField
                    label="E-mail"
                    hint="The address with which you sign in."
                    type="email"
                    autoComplete="username"
                    pointer="/email"
                    value={email}
                    onValue={setEmail}
                />
                <OwnPassword value={password} onValue={setPassword} />
            </Form>
        </Section>
    );
}

function PasswordForm() {
    const { user } = useSession();
    const { began } = useSessionChange();
    const [current, setCurrent] = useState('');
    const [next, setNext] = useState('');
    const change = useMutation({
        mutationFn: () => changePassword(current, next),
        onSuccess: (session) => {
            setCurrent('');
            setNext('');
            began(session);
        },
    });
    return (
        <Section
            title="Password"
            done={change.isSuccess && 'Your password is changed. Your other sessions were ended.'}
        >
            <Form
                submit={user.password_set ? 'Change password' : 'Set password'}
                busy={change.isPending}
                problem={change.error}
                onSubmit={() => {
                    change.mutate();
                }}
            >
                <OwnPassword
                    label="Current password"
                    pointer="/current_password"
                    value={current}
                    onValue={setCurrent}
                />
                <TextField
                    label="New password"
                    hint="At least 8 characters; 15 or more are recommended."
                    type="password"
                    autoComplete="new-password"
                    pointer="/new_password"
                    value={next}
                    onValue={setNext}
                />
            </Form>
        </Section>
    );
}
