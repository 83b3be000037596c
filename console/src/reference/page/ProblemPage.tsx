import { Problems } from './Responses';
import { useReference } from './state';

/** Every problem code. */
export function ProblemPage() {
    const { contract } = useReference();
    return (
        <article>
            <header className="ref-head">
                <h1 tabIndex={-1}>Problem codes</h1>
                <p className="ref-prose">
                    A problem is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of
                    these. Each code has a page at <code>{location.origin}/errors/…</code>.
                </p>
            </header>
            <Problems group={{ status: 'any status', codes: Object.entries(contract.problems) }} named={false} />
        </article>
    );
}
