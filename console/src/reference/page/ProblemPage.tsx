import { useMemo } from 'react';
import type { Contract } from '../contract/operation';
import { Problems } from './Responses';
import { useReference } from './state';

/** Every code that any operation can be refused with. */
export function ProblemPage() {
    const { contract } = useReference();
    const codes = useMemo(() => allCodes(contract), [contract]);
    return (
        <article>
            <header className="ref-head">
                <h1 tabIndex={-1}>Codes of problems</h1>
                <p className="ref-prose">
                    A refusal is <code>application/problem+json</code> (RFC 9457). Decide by its <code>code</code>,
                    which is one of these. Each has a page at <code>{location.origin}/errors/…</code>.
                </p>
            </header>
            <Problems group={{ status: 'any status', codes }} named={false} />
        </article>
    );
}

function allCodes(contract: Contract): readonly (readonly [string, string])[] {
    const groups = contract.surfaces
        .flatMap((surface) => surface.operations)
        .flatMap((operation) => operation.responses)
        .flatMap((response) => response.problems);
    const codes = new Map(groups.flatMap((group) => group.codes));
    return [...codes].sort(([a], [b]) => (a < b ? -1 : 1));
}
