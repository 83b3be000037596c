import { type APIRequestContext, expect } from '@playwright/test';
import { CREATE_LINK, REFERENCE, bearer, command, owner, paste, test } from './support/reference';

async function narrowKey(request: APIRequestContext): Promise<string> {
    const made = await request.post('/api/v1/keys', { headers: bearer, data: { name: 'narrow', scopes: ['links:read'] } });
    return ((await made.json()) as { secret: string }).secret;
}

test('a key is judged here, shown without its secret, and stays in the memory of the page', async ({ page }) => {
    await page.goto(CREATE_LINK);
    await expect(command(page)).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));

    await paste(page, `${owner.api_key.slice(0, -1)}${owner.api_key.endsWith('A') ? 'B' : 'A'}`);
    await expect(page.getByText('its checksum does not match')).toBeVisible();
    await paste(page, owner.api_key);
    await expect(page.getByText(`${owner.api_key.slice(0, 21)}_••••••••`)).toBeVisible();
    await expect(command(page)).toContainText(`-H 'Authorization: Bearer ${owner.api_key}'`);
    expect(asked).toEqual([]);

    await page.getByLabel('Write $API_KEY into commands').check();
    await expect(command(page)).toContainText('-H "Authorization: Bearer $API_KEY"');
    await page.getByRole('link', { name: 'Downloads' }).or(page.getByRole('link', { name: 'Overview' })).first().click();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]));
    expect(kept).not.toContain('prk_');

    await page.goto(CREATE_LINK);
    await expect(command(page)).toContainText('$API_KEY');
});

test('missing scopes of the key are shown', async ({ page, request }) => {
    const key = await narrowKey(request);
    await page.goto(CREATE_LINK);
    await paste(page, key);
    await page.getByRole('button', { name: 'Check its scopes' }).click();
    await expect(page.getByText('The pasted key lacks links:write')).toBeVisible();
    await page.getByRole('link', { name: /List short links/ }).click();
    await expect(page.getByText('✓ Held')).toBeVisible();
});

test('the command follows what is filled in, in every shell', async ({ page }) => {
    await page.goto(CREATE_LINK);
    await page.getByLabel('Send Idempotency-Key').check();
    await expect(command(page)).toContainText(/-H 'Idempotency-Key: [0-9a-f-]{36}'/);
    await page.getByLabel('Value of Idempotency-Key').fill("it's me");
    await expect(command(page)).toContainText("-H 'Idempotency-Key: it'\\''s me'");
    await page.getByLabel('Body to send').fill('{"url": "https://example.com/ü"}');
    await expect(command(page)).toContainText('--data-raw \'{"url": "https://example.com/ü"}\'');

    await page.getByRole('tab', { name: 'bash' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'PowerShell' })).toBeFocused();
    await expect(command(page)).toContainText('--data-raw \'{"url": "https://example.com/\\u00fc"}\'');
    await page.keyboard.press('ArrowRight');
    await expect(command(page)).toContainText('--data-raw ^"{\\^"url\\^":\\^"https://example.com/\\u00fc\\^"}^"');

    await page.getByRole('tab', { name: 'Python' }).click();
    await expect(page.getByRole('region', { name: 'Program in Python' })).toContainText('urllib.request.Request(');

    await page.goto(`${REFERENCE}/links/getLink`);
    await page.getByLabel('Value of id').fill('a/b');
    await expect(command(page)).toContainText("/api/v1/links/a%2Fb'");
    await page.getByLabel('Value of id').fill('');
    await expect(page.getByText('No command: id: is required.')).toBeVisible();
});

test('a request is sent and its answer shown; what cannot be undone is asked for first', async ({ page, request }) => {
    await page.goto(CREATE_LINK);
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
    await paste(page, owner.api_key);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    await expect(answer.getByRole('status')).toContainText(/201.* ms.*Request id req_/);
    const id = /lnk_[0-9a-z]{26}/.exec((await answer.getByRole('region', { name: 'Body of the answer' }).textContent()) ?? '')?.[0] ?? '';
    await answer.getByText(/headers of the answer/).click();
    await expect(answer.getByRole('region', { name: 'Headers of the answer' })).toContainText('consistency-token:');

    await page.getByRole('link', { name: /Delete a short link/ }).click();
    await page.getByLabel('Value of id').fill(id);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(id);
    await page.keyboard.press('Escape');
    expect((await request.get(`/api/v1/links/${id}`, { headers: bearer })).status()).toBe(200);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Send it' }).click();
    await expect(answer.getByRole('status')).toContainText('204');
});

test('a stream is shown as it comes, and ends when it is stopped', async ({ page, request }) => {
    await page.goto(`${REFERENCE}/events/listEvents`);
    await paste(page, owner.api_key);
    await page.getByLabel('Answer as').selectOption('text/event-stream');
    await expect(command(page)).toContainText('--no-buffer');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('still open')).toBeVisible();
    await request.post('/api/v1/links', { headers: bearer, data: { url: 'https://example.com/streamed' } });
    await expect(page.getByRole('region', { name: 'Body of the answer' })).toContainText('https://example.com/streamed');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('region', { name: 'Answer', exact: true }).getByRole('status')).toContainText('stopped');
});

test('a signed-in user can call without a key', async ({ page }) => {
    await page.goto(CREATE_LINK);
    await page.getByLabel('My session').click();
    await expect(page.getByText('You are not signed in.').first()).toBeVisible();
    await page.request.post('/api/v1/session', { data: { email: owner.email, password: owner.password } });
    await page.getByLabel('My session').click();
    await expect(page.getByLabel('Workspace')).toHaveValue(owner.workspace_id);
    await expect(command(page)).toContainText('-H "X-CSRF-Token: $CSRF_TOKEN"');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('region', { name: 'Answer', exact: true }).getByRole('status');
    await expect(answer).toContainText('201');

    // Within the console it is known who is signed in.
    await page.goto(CREATE_LINK);
    await expect(page.getByText('Without a key, Send uses your session.')).toBeVisible();
    await expect(command(page)).toContainText('Bearer $API_KEY');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(answer).toContainText('201');
});

test('the samples name the newest resources of a signed-in user, but for deletions', async ({ page, request }) => {
    const created = await request.post('/api/v1/links', {
        headers: { ...bearer, 'Idempotency-Key': crypto.randomUUID() },
        data: { url: 'https://www.example.com/own' },
    });
    const { id } = (await created.json()) as { id: string };
    await page.request.post('/api/v1/session', { data: { email: owner.email, password: owner.password } });
    // Lists may be behind for a moment.
    await expect.poll(async () => (await request.get('/api/v1/links?limit=1', { headers: bearer })).text()).toContain(id);
    await page.goto(`${REFERENCE}/links/updateLink`);
    await expect(command(page)).toContainText(`/api/v1/links/${id}'`);
    await page.goto(`${REFERENCE}/links/deleteLink`);
    await expect(command(page)).toContainText('/api/v1/links/lnk_');
    await expect(command(page)).not.toContainText(id);
});

test('a signed-in user creates a test key, which expires in an hour', async ({ page, request }) => {
    await page.request.post('/api/v1/session', { data: { email: owner.email, password: owner.password } });
    await page.goto(CREATE_LINK);
    await page.getByRole('button', { name: 'Create a test key for one hour' }).click();
    await expect(command(page)).toContainText("-H 'Authorization: Bearer prk_test_");
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Answer', exact: true }).getByRole('status')).toContainText('201');

    const newest = async () => {
        const keys = await request.get('/api/v1/keys?limit=1', { headers: bearer });
        return ((await keys.json()) as { data: { environment: string; created_at: string; expires_at: string }[] }).data[0];
    };
    // Lists may be behind for a moment.
    await expect.poll(async () => (await newest())?.environment).toBe('test');
    const key = await newest();
    const life = Date.parse(key?.expires_at ?? '') - Date.parse(key?.created_at ?? '');
    // The console says until when, by its own clock and before the key is made.
    expect(life).toBeGreaterThan(3_000_000);
    expect(life).toBeLessThanOrEqual(3_600_000);
});

test('copying is announced', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(CREATE_LINK);
    await page.getByRole('button', { name: 'Copy cURL command for bash' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Copied: cURL command for bash')).toHaveAttribute('role', 'status');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await command(page).textContent());
});
