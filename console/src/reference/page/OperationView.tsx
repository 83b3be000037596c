import { useState } from 'react';
import { type Credential, type Filled, callerOf, initial, prepare } from '../command/request';
import { withIds } from '../command/ownIds';
import { missingScopes } from '../command/scopes';
import type { Operation } from '../contract/operation';
import { BodyEditor } from './BodyEditor';
import { CommandView } from './CommandView';
import { ParameterList } from './ParameterList';
import { Prose } from './Prose';
import { ExampleAnswer, Responses } from './Responses';
import { Section } from './Section';
import { type CallerState, heldScopes, useReference } from './state';
import { useHash } from './useHash';
import { useOwnIds } from './useOwnIds';

/** One operation under its four headings; on a wide page the command stands beside the rest. */
export function OperationView({ operation }: { readonly operation: Operation }) {
    const { contract, caller } = useReference();
    const [typed, setFilled] = useState<Filled>(() => initial(operation));
    const own = useOwnIds(operation, typed);
    const filled = withIds(typed, own);
    const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
    const credential = credentialOf(operation, caller);
    const request = prepare(contract.document, operation, filled, credential, location.origin);
    const sent = prepare(contract.document, operation, filled, senderOf(credential, caller), location.origin);

    function change(part: Partial<Filled>) {
        setFilled((before) => ({ ...withIds(before, own), ...part }));
    }

    useHash();

    return (
        <article className="ref-operation">
            <header className="ref-head">
                <h1 tabIndex={-1}>{operation.summary}</h1>
                <p className="ref-address">
                    <span className="ref-method">{operation.method}</span> <code>{operation.path}</code>
                    {operation.deprecated && <span className="ref-badge">Deprecated</span>}
                </p>
                <Prose text={operation.description} />
                <Access operation={operation} />
            </header>
            <Section id="parameters" title="Parameters">
                <ParameterList operation={operation} filled={filled} change={change} />
            </Section>
            <Section id="request-body" title="Request body">
                {operation.body === null ? (
                    <p>None</p>
                ) : (
                    <BodyEditor
                        body={operation.body}
                        filled={filled}
                        change={change}
                        choose={(name, file) => {
                            setFiles({ ...files, [name]: file });
                            change({ files: { ...filled.files, [name]: file.name } });
                        }}
                    />
                )}
            </Section>
            <Section id="curl" title="cURL">
                <CommandView
                    operation={operation}
                    filled={filled}
                    change={change}
                    request={request}
                    sent={sent}
                    files={files}
                />
                <ExampleAnswer responses={operation.responses} />
            </Section>
            <Section id="responses" title="Responses">
                <Responses responses={operation.responses} />
            </Section>
        </article>
    );
}

/** The caller of the page's request: the signed-in user if there is no key; none without a session. */
function senderOf(credential: Credential, caller: CallerState): Credential {
    const { key, session, workspace } = caller;
    if (credential.kind !== 'key') {
        return credential;
    }
    return key === null && session !== null ? { kind: 'session', workspace } : { kind: 'key', key: key?.text ?? null };
}

/** The caller of the command: the signed-in user if selected, and otherwise the one that the operation requires. */
function credentialOf(operation: Operation, caller: CallerState): Credential {
    if (operation.caller === 'key' && caller.uses === 'session' && caller.session !== null) {
        return { kind: 'session', workspace: caller.workspace };
    }
    return callerOf(operation, caller.hidden ? null : (caller.key?.text ?? null));
}

function Access({ operation }: { readonly operation: Operation }) {
    const { caller } = useReference();
    if (operation.caller !== 'key') {
        return (
            <p className="ref-access">
                {operation.caller === 'session' ? 'Requires a signed-in session.' : 'Requires no authentication.'}
            </p>
        );
    }
    const held = heldScopes(caller);
    const missing = held === null ? [] : missingScopes(operation.scopes, held);
    return (
        <p className="ref-access">
            {operation.scopes.length === 0 ? 'Requires an API key.' : 'Requires an API key with the scope '}
            {operation.scopes.map((scope) => (
                <code key={scope}>{scope}</code>
            ))}
            {held !== null && operation.scopes.length > 0 && (
                <strong className={missing.length === 0 ? 'ref-good' : 'ref-bad'}>
                    {missing.length === 0
                        ? ' ✓ Held'
                        : ` ✗ ${caller.uses === 'key' ? 'The pasted key' : 'Your role'} lacks ${missing.join(', ')}`}
                </strong>
            )}
        </p>
    );
}
