import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../api/client';

/** The sign-in with an OpenID Connect provider, if one is configured, and the reason of its last failure. */
export function SignInMethods() {
    const methods = useQuery({
        queryKey: ['sign-in-methods'],
        queryFn: () => answer(api.GET('/api/v1/sign-in-methods')),
        staleTime: Infinity,
    });
    const problem = new URLSearchParams(location.search).get('problem');
    const oidc = methods.data?.oidc ?? null;
    return (
        <>
            {problem !== null && /^[a-z_]+$/.test(problem) && (
                <p className="notice bad" role="alert">
                    You were not signed in:{' '}
                    <a href={`/errors/${problem}`} target="_blank" rel="noreferrer">
                        <code>{problem}</code>
                    </a>
                </p>
            )}
            {oidc !== null && (
                <a className="button" href={oidc.start}>
                    {oidc.name}
                </a>
            )}
        </>
    );
}
