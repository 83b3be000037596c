import { ApiProblem } from '../api/problem';
import { sentence } from './Field';

/** Shows a problem, its reason, and the id of its request. */
export function ProblemNotice({ problem }: { readonly problem: unknown }) {
    if (problem === null || problem === undefined) {
        return null;
    }
    const api = problem instanceof ApiProblem ? problem : undefined;
    const said = sentence(problem instanceof Error ? problem.message : 'Something went wrong');
    const listed = (api?.faults ?? []).filter((fault) => sentence(fault.detail) !== said);
    return (
        <div className="notice bad stack tight" role="alert" tabIndex={-1}>
            <p>{said}</p>
            {listed.length > 0 && (
                <ul>
                    {listed.map((fault, index) => (
                        <li key={index}>
                            {(fault.parameter ?? fault.pointer) !== undefined && (
                                <code>{fault.parameter ?? fault.pointer?.replace(/^#\/?/, '')}</code>
                            )}{' '}
                            {sentence(fault.detail)}
                        </li>
                    ))}
                </ul>
            )}
            {api !== undefined && api.required.length > 0 && (
                <p>
                    Required: <code>{api.required.join(', ')}</code>.
                </p>
            )}
            {api !== undefined && (
                <p className="small">
                    <ProblemSource of={api} />
                </p>
            )}
        </div>
    );
}

/** The code of a problem, its request, and the time of a retry. */
export function ProblemSource({ of: { code, requestId, retryAfter } }: { readonly of: ApiProblem }) {
    return (
        <>
            <a href={`/errors/${code}`} target="_blank" rel="noreferrer">
                <code>{code}</code>
            </a>
            {requestId !== undefined && (
                <>
                    {' · request '}
                    <code>{requestId}</code>
                </>
            )}
            {retryAfter !== undefined && ` · retry after ${retryAfter} s`}
        </>
    );
}
