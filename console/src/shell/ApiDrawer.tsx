import { useState } from 'react';
import { isOfPerson } from '../api/caller';
import { curl } from '../api/curl';
import { useCalls } from '../api/recorder';
import { COOKIES } from '../reference/command/curl';
import { Button } from '../ui/Button';
import { Code } from '../ui/Code';
import { Dialog } from '../ui/Dialog';

/** Shows the latest calls of the console as commands that can be repeated with an API key. */
export function ApiDrawer() {
    const [isOpen, setOpen] = useState(false);
    return (
        <>
            <Button
                onClick={() => {
                    setOpen(true);
                }}
            >
                Show as API
            </Button>
            <Dialog
                drawer
                title="Latest API calls of the console"
                isOpen={isOpen}
                onClose={() => {
                    setOpen(false);
                }}
            >
                <p className="muted">
                    The newest call is first. Put an API key into <code>API_KEY</code> to repeat a call anywhere. Secret
                    values are left out, and <code>If-Match: *</code> stands for any version. Calls about your account
                    need your session instead of a key: run the command to sign in first, which stores the cookie in{' '}
                    <code>{COOKIES}</code>, and put the <code>csrf_token</code> of its response into{' '}
                    <code>CSRF_TOKEN</code>.
                </p>
                <Calls />
            </Dialog>
        </>
    );
}

function Calls() {
    const calls = useCalls();
    if (calls.length === 0) {
        return <p>No calls yet.</p>;
    }
    return (
        <ol className="stack" role="list">
            {calls.map((call) => (
                <li key={call.number}>
                    <Code
                        text={curl({ ...call, inSession: isOfPerson(call.url) })}
                        // The number distinguishes repeated calls.
                        label={`${call.number}. ${call.method} ${new URL(call.url).pathname} · ${call.status}`}
                    />
                </li>
            ))}
        </ol>
    );
}
