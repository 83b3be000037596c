import { type Page, type Request, expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, pictured, signInAs, test } from './support/console';
import { PASSWORD, newcomer } from './support/people';

const KEYS = '**/api/v1/keys';

/** The response to a session older than 15 minutes. */
const REFUSED = {
    type: 'http://localhost/errors/proof_required',
    title: 'Reauthentication required',
    status: 403,
    detail: 'The operation requires authentication within the last 15 minutes. Reauthenticate with POST /api/v1/session/renew.',
    instance: '/api/v1/keys',
    code: 'proof_required',
    request_id: 'req_01kb3q8z1vf0t9h2x7c5n4m6ra',
    errors: [],
};

/** Rejects the first requests for a key, and passes the others; returns these requests. */
async function staleProof(page: Page, times: number): Promise<Request[]> {
    const asked: Request[] = [];
    await page.route(KEYS, async (route) => {
        const request = route.request();
        if (request.method() !== 'POST') {
            return route.fallback();
        }
        asked.push(request);
        if (asked.length > times) {
            return route.continue();
        }
        return route.fulfill({ status: 403, contentType: 'application/problem+json', json: REFUSED });
    });
    return asked;
}

async function askForKey(page: Page, name: string): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('radio', { name: /^Read only/ }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
}

test('an action continues after authentication', async ({ page, context, expected }, info) => {
    expected.push(/status of 403/);
    await signInAs(page, await newcomer('Margaret'), '/user/api/keys/new');
    const cookie = async () => (await context.cookies()).find(({ httpOnly }) => httpOnly)?.value;
    const before = await cookie();
    const asked = await staleProof(page, 1);
    await askForKey(page, 'proved');

    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const password = dialog.getByLabel('Your password');
    await expect(password).toBeFocused();
    await expectAccessible(page);
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1280, 375, 320]) {
            await page.setViewportSize({ width, height: 740 });
            await expectNoSidewaysScrolling(page);
            await pictured(page, info.outputPath(`proof-${width}-${colorScheme}.png`));
        }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription('The password is wrong.');
    await expect(password).toBeFocused();
    expect(asked).toHaveLength(1);

    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Secret' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.postData()).toBe(asked[0]?.postData());
    const [first, second] = await Promise.all(asked.map((request) => request.allHeaders()));
    expect(second?.['idempotency-key']).toBe(first?.['idempotency-key']);
    expect(second?.['idempotency-key']).toBeTruthy();
    expect(second?.workspace).toBe(first?.workspace);
    // The proof began another session, with another token.
    expect(second?.['x-csrf-token']).not.toBe(first?.['x-csrf-token']);
    expect(await cookie()).not.toBe(before);
});

test('without authentication the action is not executed', async ({ page, expected }) => {
    expected.push(/status of 403/);
    await signInAs(page, await newcomer('Dorothy'), '/user/api/keys/new');
    const asked = await staleProof(page, 2);
    await askForKey(page, 'not proved');
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveText(/You did not confirm your identity.* nothing was changed/i);
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('not proved');
    await expectAccessible(page);

    // And again, with the button to close.
    await page.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('alert')).toContainText('You did not confirm your identity');
    expect(asked).toHaveLength(2);

    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('region', { name: 'Secret' })).toBeVisible();
});

test('authentication opens over another dialog, and leaves it unchanged', async ({ page, expected }) => {
    expected.push(/status of 403/);
    await signInAs(page, await newcomer('Radia'), '/user/api/keys/new');
    await askForKey(page, 'to be rotated');
    await page.getByLabel('I have stored the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    let asked = 0;
    await page.route('**/api/v1/keys/*/rotate', async (route) => {
        asked += 1;
        return asked > 1 ? route.continue() : route.fulfill({ status: 403, json: REFUSED });
    });
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(proof.getByLabel('Your password')).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Secret' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(asked).toBe(2);
});
