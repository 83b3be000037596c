import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import type { SessionEntry } from '../../api/types';

/** Where the person is signed in. */
export function useSessions(): UseQueryResult<SessionEntry[]> {
    return useQuery({ queryKey: ['sessions'], queryFn: async () => (await answer(api.GET('/api/v1/sessions'))).data });
}

export async function signOutEverywhere(): Promise<void> {
    await answer(api.DELETE('/api/v1/sessions'));
}
