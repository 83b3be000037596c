import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import type { SecondFactorSetup, Session, SessionEntry, User } from '../../api/types';
import { SESSIONS } from '../../shell/session';

/** The sessions of the user. */
export function useSessions(): UseQueryResult<SessionEntry[]> {
    return useQuery({ queryKey: SESSIONS, queryFn: async () => (await answer(api.GET('/api/v1/sessions'))).data });
}

/** Ends the session of another browser. */
export async function signOutThere(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/sessions/{session_id}', { params: { path: { session_id: id } } }));
}

export async function signOutEverywhere(): Promise<void> {
    await answer(api.DELETE('/api/v1/sessions'));
}

export function rename(name: string): Promise<User> {
    return answer(api.PATCH('/api/v1/user', { body: { name } }));
}

export function changeEmail(email: string, password: string): Promise<User> {
    return answer(api.POST('/api/v1/user/email', { body: { email, ...optional('password', password) } }));
}

/** Ends every other session; this one goes on under another cookie. */
export function changePassword(current: string, next: string): Promise<Session> {
    const body = { new_password: next, ...optional('current_password', current) };
    return answer(api.POST('/api/v1/user/password', { body }));
}

export function setUpSecondFactor(password: string): Promise<SecondFactorSetup> {
    return answer(api.POST('/api/v1/user/second-factor/setup', { body: optional('password', password) }));
}

/** The recovery codes, shown this once. */
export async function confirmSecondFactor(setup: string, code: string): Promise<readonly string[]> {
    const answered = await answer(api.POST('/api/v1/user/second-factor/confirm', { body: { setup, code } }));
    return answered.recovery_codes ?? [];
}

/** The credentials of the user. */
interface Proof {
    readonly password?: string;
    readonly code?: string;
}

export async function renewRecoveryCodes(proof: Proof): Promise<readonly string[]> {
    const answered = await answer(api.POST('/api/v1/user/second-factor/recovery-codes', { body: proof }));
    return answered.recovery_codes ?? [];
}

export function disableSecondFactor(proof: Proof): Promise<User> {
    return answer(api.POST('/api/v1/user/second-factor/disable', { body: proof }));
}

function optional<K extends string>(member: K, value: string): { [P in K]?: string } {
    return (value === '' ? {} : { [member]: value }) as { [P in K]?: string };
}
