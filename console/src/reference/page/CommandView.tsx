import { useState } from 'react';
import { Link } from 'wouter';
import { COOKIES, curl } from '../command/curl';
import { SHELLS } from '../command/quoting';
import { LANGUAGES, sample } from '../command/samples';
import { type Filled, type Prepared, accepted } from '../command/request';
import type { Operation } from '../contract/operation';
import { CallerPanel } from './CallerPanel';
import { Code } from './Code';
import { Send } from './Send';
import { Tabs } from './Tabs';
import { useReference } from './state';

interface CommandProps {
    readonly operation: Operation;
    readonly filled: Filled;
    readonly change: (part: Partial<Filled>) => void;
    /** The request of the command, and the request of the page: with the key itself, or in a session. */
    readonly request: Prepared;
    readonly sent: Prepared;
    readonly files: Readonly<Record<string, File>>;
}

const NAMES = {
    bash: 'bash',
    powershell: 'PowerShell',
    cmd: 'cmd',
    javascript: 'JavaScript',
    python: 'Python',
    java: 'Java',
    go: 'Go',
};
const NOTES = {
    bash: '',
    powershell: 'For PowerShell 7.3 or newer.',
    cmd: 'For the prompt of Windows, not for batch files.',
    javascript: 'For Node.js 18 or newer, as a module.',
    python: 'For Python 3.8 or newer.',
    java: 'For Java 25 or newer: run it with java Sample.java.',
    go: '',
};
const FORMS = [...SHELLS, ...LANGUAGES];

/** The command or the program that makes the request, and the request itself at the press of a button. */
export function CommandView({ operation, filled, change, request, sent, files }: CommandProps) {
    const [chosen, setChosen] = useState(0);
    const types = accepted(operation);
    const form = FORMS[chosen] ?? 'bash';
    const language = LANGUAGES.find((one) => one === form);
    const command = language === undefined ? curl(request, SHELLS[chosen] ?? 'bash') : sample(request, language);
    return (
        <>
            {operation.caller === 'key' && <CallerPanel />}
            {types.length > 1 && (
                <label className="ref-choice">
                    Answer as
                    <select
                        value={filled.accept}
                        onChange={(event) => {
                            change({ accept: event.target.value });
                        }}
                    >
                        {types.map((type) => (
                            <option key={type}>{type}</option>
                        ))}
                    </select>
                </label>
            )}
            <Tabs label="Language" names={FORMS.map((name) => NAMES[name])} chosen={chosen} choose={setChosen}>
                {'text' in command ? (
                    <Code
                        name={language === undefined ? `cURL command for ${NAMES[form]}` : `Program in ${NAMES[form]}`}
                        text={command.text}
                    />
                ) : (
                    <p className="ref-bad">
                        {language === undefined ? 'No command' : 'No program'}: {command.wrong}
                    </p>
                )}
                {NOTES[form] !== '' && <p className="ref-note">{NOTES[form]}</p>}
            </Tabs>
            <Variables request={request} />
            {sent.readsCookies && !request.readsCookies && (
                <p className="ref-note">Without a key, Send uses your session.</p>
            )}
            <Send operation={operation} request={sent} files={files} />
        </>
    );
}

/** The variables that the command requires. */
function Variables({ request }: { readonly request: Prepared }) {
    const { contract } = useReference();
    const names = new Set(request.headers.map(([, { variable }]) => variable));
    const signIn = contract.surfaces
        .flatMap((surface) => surface.operations)
        .find(({ method, path }) => method === 'POST' && path.endsWith('/session'));
    return (
        <>
            {names.has('API_KEY') && (
                <p className="ref-note">
                    The environment variable <code>API_KEY</code> holds an API key.
                </p>
            )}
            {request.readsCookies && (
                <p className="ref-note">
                    {signIn === undefined ? (
                        'Sign in'
                    ) : (
                        <Link href={`/api/reference/${signIn.surface}/${signIn.id}`}>Sign in</Link>
                    )}{' '}
                    with its command first: it keeps the cookie in <code>{COOKIES}</code>.
                    {names.has('CSRF_TOKEN') && (
                        <>
                            {' '}
                            <code>CSRF_TOKEN</code> is a variable of your shell that holds the <code>csrf_token</code>{' '}
                            of its answer.
                        </>
                    )}
                </p>
            )}
        </>
    );
}
