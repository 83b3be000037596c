import { type APIRequestContext, expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { WORKERS, firstRun, ownerFile } from './support/owners';
import { newcomer } from './support/people';

/** The headers that a page sends with each change. */
type Headers = Record<string, string>;

async function sent<T>(request: APIRequestContext, method: string, path: string, headers: Headers, data?: unknown): Promise<T> {
    const response = await request.fetch(`/api/v1${path}`, {
        method,
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Idempotency-Key': randomUUID(), ...headers },
        ...(data === undefined ? {} : { data }),
    });
    const text = await response.text();
    expect(response.ok(), `${method} ${path}: ${text}`).toBe(true);
    return (text === '' ? undefined : JSON.parse(text)) as T;
}

interface Session {
    readonly csrf_token: string;
    readonly user: { readonly id: string };
    readonly workspaces: readonly { readonly id: string }[];
}

for (let worker = 0; worker < WORKERS; worker += 1) {
    test(`worker ${worker} gets an owner, a workspace and a key`, async ({ request }) => {
        rmSync(ownerFile(worker), { force: true });
        const { email, password } = await newcomer('Owner');
        const { csrf_token, user, workspaces } = await sent<Session>(request, 'POST', '/session', {}, { email, password });
        const page = { 'X-CSRF-Token': csrf_token };
        const { id } = await sent<{ id: string }>(request, 'POST', '/workspaces', page, { name: 'default' });
        const { secret } = await sent<{ secret: string }>(request, 'POST', '/keys', { ...page, Workspace: id }, { name: 'first-run', preset: 'full' });
        const joined = workspaces[0]?.id ?? '';
        await sent(request, 'DELETE', `/workspaces/${joined}/members/${user.id}`, { ...page, Workspace: joined });
        const owner = { base_url: firstRun().base_url, email, password, workspace_id: id, api_key: secret };
        writeFileSync(ownerFile(worker), JSON.stringify(owner));
    });
}
