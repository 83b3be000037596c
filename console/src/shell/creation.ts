import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useAttempts } from '../api/idempotency';
import { useForget } from '../api/queries';

/**
 * Creates a resource, and goes to its page.
 *
 * @param kind the name of the resources in paths of the console and in what is forgotten
 */
export function useCreation<W, T extends { readonly id: string }>(
    kind: string,
    create: (wanted: W, idempotencyKey: string) => Promise<T>,
): UseMutationResult<T, Error, W> {
    const attempts = useAttempts();
    const forget = useForget();
    const [, go] = useLocation();
    return useMutation({
        mutationFn: (wanted: W) => attempts.make(wanted, ({ key }) => create(wanted, key)),
        onSuccess: async ({ id }) => {
            await forget(kind, 'events');
            go(`/api/${kind}/${id}`);
        },
    });
}
