import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { indented } from '../command/jsonText';
import type { Prepared } from '../command/request';
import { type Answer, obstacle, send } from '../command/sending';
import type { Operation } from '../contract/operation';
import { askSession } from './asking';
import { Code } from './Code';
import { Confirm } from './Confirm';
import { useReference } from './state';

interface SendProps {
    readonly operation: Operation;
    readonly request: Prepared;
    readonly files: Readonly<Record<string, File>>;
}

/** Operations that cannot be undone. */
const DESTRUCTIVE = /\/(revoke|rotate|rotate-secret|rotate-token|disable|erase|logout|leave|cancel|rollback|block)$/;

/** Sends the request from this page to this host, and shows the answer as it arrives. */
export function Send({ operation, request, files }: SendProps) {
    const { caller, setCaller, announce } = useReference();
    const client = useQueryClient();
    const [answer, setAnswer] = useState<Answer | null>(null);
    const [asks, setAsks] = useState(false);
    const [notice, setNotice] = useState('');
    const running = useRef<AbortController | null>(null);
    const secrets = { API_KEY: caller.key?.text ?? null, CSRF_TOKEN: caller.session?.csrfToken ?? null };
    const chosen = (field: string) => files[field];
    const needsSession = request.readsCookies && caller.session === null;
    const missing = needsSession ? null : obstacle(request, secrets, chosen);
    const busy = answer?.state === 'waiting' || answer?.state === 'open';

    useEffect(() => () => running.current?.abort(), []);

    async function start() {
        setAsks(false);
        setNotice('');
        let csrf = secrets.CSRF_TOKEN;
        if (needsSession) {
            const found = await askSession();
            if (typeof found === 'string') {
                setNotice(found);
                announce(found);
                return;
            }
            setCaller({ session: found, workspace: found.workspaces[0]?.id ?? '' });
            csrf = found.csrfToken;
        }
        running.current?.abort();
        const controller = new AbortController();
        running.current = controller;
        await send(request, { ...secrets, CSRF_TOKEN: csrf }, chosen, controller.signal, (next) => {
            if (running.current === controller) {
                setAnswer(next);
            }
        });
        if (request.keepsCookies) {
            // Another session, or none.
            setCaller({ session: null, uses: 'key' });
            await client.invalidateQueries({ queryKey: ['session'] });
        }
    }

    function press() {
        if (operation.method === 'DELETE' || DESTRUCTIVE.test(operation.path)) {
            setAsks(true);
        } else {
            void start();
        }
    }

    return (
        <div className="ref-send">
            <button type="button" className="ref-button ref-main" disabled={busy || missing !== null} onClick={press}>
                Send
            </button>
            {busy && (
                <button type="button" className="ref-button" onClick={() => running.current?.abort()}>
                    Stop
                </button>
            )}
            {missing !== null && <span className="ref-note">{missing}</span>}
            {notice !== '' && <span className="ref-bad">{notice}</span>}
            {asks && (
                <Confirm
                    what={`${operation.summary}: ${operation.method} ${request.url}`}
                    yes={() => void start()}
                    no={() => {
                        setAsks(false);
                    }}
                />
            )}
            {answer !== null && <AnswerView answer={answer} />}
        </div>
    );
}

function AnswerView({ answer }: { readonly answer: Answer }) {
    const { state, status, reason, headers, body, headMillis, totalMillis } = answer;
    const requestId = headers.find(([name]) => name === 'x-request-id')?.[1];
    return (
        <section aria-label="Answer" className="ref-answer">
            <p role="status" className="ref-facts">
                {state === 'waiting' && 'Waiting for the answer…'}
                {state === 'failed' && <span className="ref-bad">No answer: {answer.failure}</span>}
                {state === 'stopped' && status === 0 && 'Stopped.'}
                {(status > 0 || reason !== '') && (
                    <>
                        <strong className={status < 400 ? 'ref-good' : 'ref-bad'}>
                            {status > 0 ? status : ''} {reason}
                        </strong>
                        <span>{Math.round(headMillis)} ms</span>
                        <span>
                            {state === 'open'
                                ? 'still open'
                                : state === 'stopped'
                                  ? 'stopped'
                                  : `${Math.round(totalMillis)} ms in total`}
                        </span>
                        {requestId !== undefined && (
                            <span>
                                Request id <code>{requestId}</code>
                            </span>
                        )}
                    </>
                )}
            </p>
            {headers.length > 0 && (
                <details>
                    <summary>{headers.length} headers of the answer</summary>
                    <Code
                        name="Headers of the answer"
                        text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
                    />
                </details>
            )}
            {body !== '' && <Code name="Body of the answer" text={state === 'open' ? body : indented(body)} />}
            {answer.isCut && <p className="ref-note">Only the beginning is shown.</p>}
        </section>
    );
}
