import { Link } from 'wouter';
import { indented } from '../command/jsonText';
import type { Json } from '../contract/document';
import type { Example, Header, Medium, ProblemGroup, Response } from '../contract/operation';
import { describe } from '../contract/schema';
import { Code } from './Code';
import { Disclosure } from './Disclosure';
import { Inline, Prose } from './Prose';
import { SchemaView } from './SchemaView';
import { useReference } from './state';

/** The answers of an operation. Its problems are folded, since most operations share them. */
export function Responses({ responses }: { readonly responses: readonly Response[] }) {
    if (responses.length === 0) {
        return <p>None</p>;
    }
    const problems = responses.filter(hasProblems);
    return (
        <>
            {responses
                .filter((response) => !hasProblems(response))
                .map((response) => (
                    <ResponseView key={response.status} response={response} />
                ))}
            {problems.length > 0 && <ProblemResponses responses={problems} />}
        </>
    );
}

function hasProblems({ problems }: Response): boolean {
    return problems.length > 0;
}

function ProblemResponses({ responses }: { readonly responses: readonly Response[] }) {
    const named = responses.filter(({ status }) => status !== 'default');
    const count = named.flatMap(({ problems }) => problems).flatMap(({ codes }) => codes).length;
    return (
        <>
            <Disclosure
                className="ref-problems"
                summary={
                    <>
                        Problems: {named.map(({ status }) => status).join(', ')} ({count} codes)
                    </>
                }
            >
                {() => responses.map((response) => <ResponseView key={response.status} response={response} />)}
            </Disclosure>
            <p className="ref-note">
                <Link href="/api/reference/problems">All problem codes</Link>
            </p>
        </>
    );
}

function ResponseView({ response }: { readonly response: Response }) {
    const { status, description, media, headers, problems } = response;
    const title = status === 'default' ? 'Any other' : status;
    const good = /^[23]/.test(status);
    return (
        <section className="ref-response" aria-labelledby={`response-${status}`}>
            <h3 id={`response-${status}`}>
                <span className={good ? 'ref-status ref-good' : 'ref-status ref-bad'}>{title}</span>
                <span className="ref-reason">
                    <Inline text={description} />
                </span>
            </h3>
            {problems.map((group) => (
                <Problems key={group.status} group={group} named={status === 'default'} />
            ))}
            {problems.length === 0 && <Examples media={media} title={title} />}
            {media.some(({ schema }) => schema !== null) && (
                <Disclosure summary={<>Schema of {title}</>}>
                    {() => <Schemas media={media} title={title} />}
                </Disclosure>
            )}
            {headers.length > 0 && (
                <Disclosure summary={<>Headers of {title}</>}>
                    {() => <Headers headers={headers} title={title} />}
                </Disclosure>
            )}
        </section>
    );
}

/** Each code with its meaning, in a table. */
export function Problems({ group, named }: { readonly group: ProblemGroup; readonly named: boolean }) {
    return (
        <div
            className="ref-scroll"
            role="region"
            aria-label={`${named ? 'Other codes' : 'Codes'} with ${group.status}`}
            tabIndex={0}
        >
            <table>
                <thead>
                    <tr>
                        <th scope="col">{named ? `Code with ${group.status}` : 'Code'}</th>
                        <th scope="col">Advice</th>
                    </tr>
                </thead>
                <tbody>
                    {group.codes.map(([code, meaning]) => (
                        <tr key={code}>
                            <th scope="row">
                                <code>{code}</code>
                            </th>
                            <td>
                                <Inline text={meaning} />
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** Forms that have the same schema are described once. */
function Schemas({ media, title }: { readonly media: readonly Medium[]; readonly title: string }) {
    return media.map(({ type, schema }, index) => (
        <div key={type}>
            <p className="ref-facts">
                <code>{type}</code>
            </p>
            {schema !== null && JSON.stringify(schema) !== JSON.stringify(media[index - 1]?.schema) && (
                <SchemaView schema={schema} label={`the answer ${title}`} />
            )}
        </div>
    ));
}

/** The first example of a successful response. */
export function ExampleAnswer({ responses }: { readonly responses: readonly Response[] }) {
    const answered = responses.find(({ status, media }) => status.startsWith('2') && examplesOf(media).length > 0);
    const example = examplesOf(answered?.media ?? [])[0];
    return (
        answered !== undefined &&
        example !== undefined && (
            <div className="ref-example">
                <p className="ref-facts">
                    <span className="ref-status ref-good">{answered.status}</span>
                    <code>{example.type}</code>
                </p>
                <Code name={`Example answer ${answered.status}`} text={shown(example.value)} />
            </div>
        )
    );
}

function examplesOf(media: readonly Medium[]): readonly (Example & { readonly type: string })[] {
    return media.flatMap(({ type, examples }) => examples.map((example) => ({ ...example, type })));
}

function shown(value: Json): string {
    return typeof value === 'string' ? value : indented(JSON.stringify(value));
}

function Examples({ media, title }: { readonly media: readonly Medium[]; readonly title: string }) {
    return examplesOf(media).map(({ name, type, summary, value }) => (
        <Disclosure
            key={`${type} ${name}`}
            summary={
                <>
                    Example as <code>{type}</code>: {summary}
                </>
            }
        >
            {() => <Code name={`Example of ${title} as ${type}: ${summary}`} text={shown(value)} />}
        </Disclosure>
    ));
}

function Headers({ headers, title }: { readonly headers: readonly Header[]; readonly title: string }) {
    const { contract } = useReference();
    return (
        <ul className="ref-fields" aria-label={`Headers of ${title}`}>
            {headers.map(({ name, description, schema }) => (
                <li key={name}>
                    <p className="ref-facts">
                        <code className="ref-name">{name}</code>
                        <span className="ref-type">{describe(contract.document, schema).type}</span>
                    </p>
                    <Prose text={description} />
                </li>
            ))}
        </ul>
    );
}
