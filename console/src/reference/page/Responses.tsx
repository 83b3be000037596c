import { indented } from '../command/jsonText';
import type { Header, Medium, ProblemGroup, Response } from '../contract/operation';
import { describe } from '../contract/schema';
import { Code } from './Code';
import { Disclosure } from './Disclosure';
import { Inline, Prose } from './Prose';
import { SchemaView } from './SchemaView';
import { useReference } from './state';

/** Every answer that an operation can give. */
export function Responses({ responses }: { readonly responses: readonly Response[] }) {
    if (responses.length === 0) {
        return <p>None</p>;
    }
    return responses.map((response) => <ResponseView key={response.status} response={response} />);
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
            {media.length > 0 && (
                <Disclosure summary={<>Schema and example of {title}</>} open={good && problems.length === 0}>
                    {() => <Media media={media} title={title} />}
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
                        <th scope="col">What it means</th>
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

function Media({ media, title }: { readonly media: readonly Medium[]; readonly title: string }) {
    return media.map((medium, index) => (
        <div key={medium.type}>
            <p className="ref-facts">
                <code>{medium.type}</code>
            </p>
            {medium.schema !== null && JSON.stringify(medium.schema) !== JSON.stringify(media[index - 1]?.schema) && (
                <SchemaView schema={medium.schema} label={`the answer ${title}`} />
            )}
            {medium.examples.map(({ name, summary, value }) => (
                <Code
                    key={name}
                    name={`Example of ${title} as ${medium.type}: ${summary}`}
                    text={typeof value === 'string' ? value : indented(JSON.stringify(value))}
                />
            ))}
        </div>
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
