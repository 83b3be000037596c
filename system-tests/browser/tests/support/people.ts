import { randomUUID } from 'node:crypto';
import { type Browser, type Page, expect } from '@playwright/test';
import { call } from './api';
import { slowed } from './console';
import { owner } from './owners';

/** A user who can sign in. */
export interface Person {
    readonly email: string;
    readonly password: string;
}

export const PASSWORD = 'nine yellow submarines dive';

/** An address without a user. */
export function newAddress(name: string): string {
    return `${name.toLowerCase()}-${randomUUID()}@example.com`;
}

/** A new user in the workspace of this worker, whose account a test can change as it likes. */
export async function newcomer(name: string, role = 'developer'): Promise<Person> {
    const email = newAddress(name);
    const { base_url, workspace_id } = owner();
    const { token } = await call<{ token: string }>('POST', `/workspaces/${workspace_id}/invitations`, { email, role });
    const base = `${process.env.POSTRIDER_BASE_URL ?? base_url}/api/v1`;
    const key = randomUUID();
    let joined = new Response();
    await expect(async () => {
        joined = await fetch(`${base}/invitations/join`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', 'Idempotency-Key': key },
            body: JSON.stringify({ token, name, password: PASSWORD }),
        });
        expect(joined.status, 'joining when the server is busy').not.toBe(503);
    }).toPass();
    const session = (await joined.json()) as { csrf_token: string };
    expect(joined.status, JSON.stringify(session)).toBe(200);
    // Accepting an invitation signs in; this session ends here, because tests count their own
    // sessions.
    const cookie = joined.headers.getSetCookie().map((set) => set.split(';')[0]).join('; ');
    const out = await fetch(`${base}/session`, { method: 'DELETE', headers: { cookie, 'X-CSRF-Token': session.csrf_token } });
    expect(out.status).toBe(204);
    return { email, password: PASSWORD };
}

/** Another person, or the same one in another browser. */
export async function another(browser: Browser): Promise<Page> {
    const context = await browser.newContext({ baseURL: process.env.POSTRIDER_BASE_URL });
    return slowed(await context.newPage());
}

/** The sign-in page, filled in and sent. */
export async function giveNameAndPassword(page: Page, { email, password }: Person): Promise<void> {
    await expect(page.getByRole('heading', { name: 'Sign in to Postrider' })).toBeVisible();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
}
