import { useId } from 'react';
import { exampleText, fileFields, initialBody, isBinary, isForm, isJsonType } from '../command/content';
import { indented, isJson } from '../command/jsonText';
import type { Filled } from '../command/request';
import type { Body, Medium } from '../contract/operation';
import { Prose } from './Prose';
import { SchemaView } from './SchemaView';
import { useReference } from './state';

interface EditorProps {
    readonly body: Body;
    readonly filled: Filled;
    readonly change: (part: Partial<Filled>) => void;
    readonly choose: (field: string, file: File) => void;
}

/** The schema of a body, and the body that is sent. */
export function BodyEditor({ body, filled, change, choose }: EditorProps) {
    const { contract } = useReference();
    const medium = body.media.find(({ type }) => type === filled.medium) ?? body.media[0];
    if (medium === undefined) {
        return <p>None</p>;
    }
    const bytes = isBinary(contract.document, medium);
    const files = isForm(medium.type) ? fileFields(contract.document, medium) : bytes ? [''] : [];
    return (
        <>
            <p className="ref-facts">
                {body.required ? <span className="ref-badge">Required</span> : <span>Optional</span>}
                <code>{medium.type}</code>
            </p>
            <Prose text={body.description} />
            {medium.schema !== null && <SchemaView schema={medium.schema} label="the request body" />}
            <div className="ref-form">
                <Choices body={body} medium={medium} filled={filled} change={change} />
                {files.map((name) => (
                    <label key={name}>
                        {name === '' ? 'File' : `File of ${name}`}
                        <input
                            type="file"
                            onChange={(event) => {
                                const [file] = event.target.files ?? [];
                                if (file !== undefined) {
                                    choose(name, file);
                                }
                            }}
                        />
                    </label>
                ))}
                {!bytes && filled.body !== null && <Text medium={medium} text={filled.body} change={change} />}
            </div>
        </>
    );
}

/** Which form the body has, and which example it begins with. */
function Choices({ body, medium, filled, change }: Omit<EditorProps, 'choose'> & { readonly medium: Medium }) {
    return (
        <div className="ref-choices">
            {!body.required && (
                <label className="ref-check">
                    <input
                        type="checkbox"
                        checked={filled.body !== null}
                        onChange={(event) => {
                            change({ body: event.target.checked ? (exampleText(medium) ?? '{}') : null });
                        }}
                    />
                    Send a body
                </label>
            )}
            {body.media.length > 1 && (
                <label>
                    Media type
                    <select
                        value={medium.type}
                        onChange={(event) => {
                            const next = body.media.find(({ type }) => type === event.target.value);
                            change({
                                medium: event.target.value,
                                body: next === undefined ? null : initialBody(body.required, next),
                            });
                        }}
                    >
                        {body.media.map(({ type }) => (
                            <option key={type}>{type}</option>
                        ))}
                    </select>
                </label>
            )}
            {medium.examples.length > 0 && (
                <label>
                    Example
                    <select
                        onChange={(event) => {
                            change({ body: exampleText(medium, Number(event.target.value)) });
                        }}
                    >
                        {medium.examples.map(({ name, summary }, index) => (
                            <option key={name} value={index}>
                                {summary}
                            </option>
                        ))}
                    </select>
                </label>
            )}
        </div>
    );
}

function Text({
    medium,
    text,
    change,
}: {
    readonly medium: Medium;
    readonly text: string;
    readonly change: EditorProps['change'];
}) {
    const state = useId();
    const json = isJsonType(medium.type) || isForm(medium.type);
    const valid = !json || isJson(text);
    return (
        <div>
            <label>
                Body to send
                <textarea
                    value={text}
                    rows={Math.min(12, text.split('\n').length + 1)}
                    spellCheck={false}
                    dir="auto"
                    aria-describedby={state}
                    aria-invalid={!valid}
                    onChange={(event) => {
                        change({ body: event.target.value });
                    }}
                />
            </label>
            <p id={state} className="ref-note">
                {json && (valid ? 'Valid JSON.' : 'Not valid JSON. The page sends it as it is.')}{' '}
                {json && valid && indented(text) !== text && (
                    <button
                        type="button"
                        className="ref-button"
                        onClick={() => {
                            change({ body: indented(text) });
                        }}
                    >
                        Indent
                    </button>
                )}
            </p>
        </div>
    );
}
