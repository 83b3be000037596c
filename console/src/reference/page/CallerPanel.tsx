import { useId, useState } from 'react';
import { useWorkspaceId } from '../../api/caller';
import { useMaybeSession } from '../../shell/session';
import { masked, readKey } from '../command/keyToken';
import { askScopes, askSession, makeTestKey } from './asking';
import { useReference } from './state';

/** The caller: a pasted key, kept in the memory of the page only, or the signed-in user. */
export function CallerPanel() {
    const { caller, setCaller, announce } = useReference();
    const [wrong, setWrong] = useState('');
    const group = useId();

    async function takeSession() {
        const found = await askSession();
        if (typeof found === 'string') {
            setWrong(found);
            announce(found);
        } else {
            setWrong('');
            setCaller({ uses: 'session', session: found, workspace: found.workspaces[0]?.id ?? '' });
        }
    }

    return (
        <fieldset className="ref-caller">
            <legend>Call with</legend>
            <div className="ref-choices" role="radiogroup" aria-label="Call with">
                <label className="ref-check">
                    <input
                        type="radio"
                        name={group}
                        checked={caller.uses === 'key'}
                        onChange={() => {
                            setWrong('');
                            setCaller({ uses: 'key' });
                        }}
                    />
                    An API key
                </label>
                <label className="ref-check">
                    <input
                        type="radio"
                        name={group}
                        checked={caller.uses === 'session'}
                        onChange={() => void takeSession()}
                    />
                    My session
                </label>
            </div>
            {caller.uses === 'key' ? <KeyField wrong={wrong} setWrong={setWrong} /> : <WorkspaceField />}
            {caller.uses === 'key' && wrong !== '' && (
                <p id="ref-key-wrong" className="ref-bad">
                    {wrong}
                </p>
            )}
        </fieldset>
    );
}

interface KeyFieldProps {
    readonly wrong: string;
    readonly setWrong: (why: string) => void;
}

function KeyField({ wrong, setWrong }: KeyFieldProps) {
    const { caller, setCaller, announce } = useReference();
    const [text, setText] = useState('');
    const id = useId();
    const { key } = caller;

    function take(pasted: string) {
        const found = pasted.trim() === '' ? null : readKey(pasted);
        if (found === null || typeof found === 'string') {
            setText(pasted);
            setWrong(found ?? '');
            return;
        }
        setText('');
        setWrong('');
        setCaller({ key: found, held: null });
        announce('The key is complete and its checksum matches.');
    }

    async function check(secret: string) {
        const held = await askScopes(secret);
        setWrong(typeof held === 'string' ? held : '');
        setCaller({ held: typeof held === 'string' ? null : held });
        announce(typeof held === 'string' ? held : `The key holds ${held.length} scopes.`);
    }

    if (key === null) {
        return (
            <div className="ref-key">
                <label htmlFor={id}>API key</label>
                <input
                    id={id}
                    type="password"
                    value={text}
                    placeholder="prk_…"
                    autoComplete="off"
                    spellCheck={false}
                    aria-invalid={wrong !== ''}
                    aria-describedby={wrong === '' ? `${id}-note` : `${id}-note ref-key-wrong`}
                    onChange={(event) => {
                        take(event.target.value);
                    }}
                />
                <p id={`${id}-note`} className="ref-note">
                    Kept only in the memory of this page, which also verifies its checksum.
                </p>
                <TestKeyButton setWrong={setWrong} />
            </div>
        );
    }
    return (
        <div className="ref-choices">
            <code>{masked(key)}</code>
            <button type="button" className="ref-button" onClick={() => void check(key.text)}>
                Check its scopes
            </button>
            <button
                type="button"
                className="ref-button"
                onClick={() => {
                    setWrong('');
                    setCaller({ key: null, held: null });
                    announce('The key is forgotten.');
                }}
            >
                Forget the key
            </button>
            <label className="ref-check">
                <input
                    type="checkbox"
                    checked={caller.hidden}
                    onChange={(event) => {
                        setCaller({ hidden: event.target.checked });
                    }}
                />
                Write <code>$API_KEY</code> into commands
            </label>
        </div>
    );
}

/** A signed-in user can create a test key instead of pasting one. */
function TestKeyButton({ setWrong }: { readonly setWrong: (why: string) => void }) {
    const { setCaller, announce } = useReference();
    const [making, setMaking] = useState(false);
    const entered = useWorkspaceId();
    const workspace = useMaybeSession()?.workspaces.find(({ id }) => id === entered);
    if (workspace?.scopes.includes('keys:write') !== true) {
        return null;
    }
    const { scopes } = workspace;
    async function make() {
        setMaking(true);
        const key = await makeTestKey(scopes);
        setMaking(false);
        if (typeof key === 'string') {
            setWrong(key);
            announce(key);
        } else {
            setWrong('');
            setCaller({ key, held: scopes, uses: 'key' });
            announce('A test key was created. It expires in an hour.');
        }
    }
    return (
        <button type="button" className="ref-button" disabled={making} onClick={() => void make()}>
            Create a test key for one hour
        </button>
    );
}

function WorkspaceField() {
    const { caller, setCaller } = useReference();
    return (
        <label>
            Workspace
            <select
                value={caller.workspace}
                onChange={(event) => {
                    setCaller({ workspace: event.target.value });
                }}
            >
                {caller.session?.workspaces.map(({ id, name }) => (
                    <option key={id} value={id} dir="auto">
                        {name}
                    </option>
                ))}
            </select>
        </label>
    );
}
