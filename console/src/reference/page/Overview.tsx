import { Link } from 'wouter';
import { Prose } from './Prose';
import { Section } from './Section';
import { useReference } from './state';

const DOWNLOADS = [
    ['/api/v1/openapi.json', 'OpenAPI 3.1 as JSON', 'openapi.json'],
    ['/api/v1/openapi.yaml', 'OpenAPI 3.1 as YAML', 'openapi.yaml'],
    ['/api/v1/asyncapi.json', 'AsyncAPI 3 of topics and webhooks', 'asyncapi.json'],
    ['/user/api/reference/postman.json', 'Collection for Postman and Bruno', 'postrider.postman.json'],
] as const;

/** The general information on the API, and links to all operations. */
export function Overview() {
    const { contract } = useReference();
    return (
        <article>
            <header className="ref-head">
                <h1 tabIndex={-1}>API reference</h1>
                <p className="ref-address">
                    <span>
                        Version {contract.version} at <code>{location.origin}/api/v1</code>
                    </span>
                </p>
                <Prose text={contract.description.split(/\n\s*\n/)[0] ?? ''} />
            </header>
            {contract.guides.map(({ slug, title, text }) => (
                <Section key={slug} id={slug} title={title}>
                    <Prose text={text} />
                </Section>
            ))}
            <section aria-labelledby="surfaces" className="ref-section">
                <h2 id="surfaces">Surfaces</h2>
                <ul className="ref-fields">
                    {[...contract.surfaces, contract.deliveries].map(({ slug, name, description, operations }) => (
                        <li key={slug}>
                            <p className="ref-facts">
                                <Link href={`/api/reference/${slug}/${operations[0]?.id ?? ''}`}>{name}</Link>
                                <span className="ref-type">{operations.length}</span>
                            </p>
                            <Prose text={description} />
                        </li>
                    ))}
                </ul>
            </section>
            <section aria-labelledby="downloads" className="ref-section">
                <h2 id="downloads">Downloads</h2>
                <ul className="ref-list">
                    {DOWNLOADS.map(([path, name, file]) => (
                        <li key={path}>
                            <a href={path} download={file}>
                                {name}
                            </a>
                        </li>
                    ))}
                    <li>
                        <a href="/llms.txt">All operations as Markdown</a>, for language models
                    </li>
                </ul>
            </section>
        </article>
    );
}
