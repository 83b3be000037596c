import { useState } from 'react';
import { isOfPerson } from '../api/caller';
import { curl } from '../api/curl';
import { useCalls } from '../api/recorder';
import { COOKIES } from '../reference/command/curl';
import { Button } from '../ui/Button';
import { Code } from '../ui/Code';
import { Dialog } from '../ui/Dialog';

/** Shows what the console just did as commands that anybody with a key can repeat. */
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
                title="What this console just did"
                isOpen={isOpen}
                onClose={() => {
                    setOpen(false);
                }}
            >
                <p className="muted">
                    The newest call first. Put a key into <code>API_KEY</code> and run it anywhere; values that are
                    secret are left out, and <code>If-Match: *</code> stands for any version. What is about you takes no
                    key but your session: sign in with its command first, which keeps the cookie in{' '}
                    <code>{COOKIES}</code>, and put the <code>csrf_token</code> of the answer into{' '}
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
        return <p>Nothing yet.</p>;
    }
    return (
        <ol className="stack" role="list">
            {calls.map((call) => (
                <li key={call.number}>
                    <Code
                        text={curl({ ...call, inSession: isOfPerson(call.url) })}
                        // The number tells apart what was called twice.
                        label={`${call.number}. ${call.method} ${new URL(call.url).pathname} · ${call.status}`}
                    />
                </li>
            ))}
        </ol>
    );
}
