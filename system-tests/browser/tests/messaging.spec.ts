import { expect } from '@playwright/test';
import { SOON, expectAccessible, goUntil, pictured, signIn, test } from './support/console';

test('an instance of the sandbox is made, connected, sends, and shows what comes back', async ({ page }, info) => {
    await signIn(page);
    await page.goto('/user/api/instances/new');
    await page.getByLabel('Name').fill('Support');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add instance' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();

    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 60_000 });

    await page.getByLabel('To').fill('+1 202 555 0120');
    await page.getByLabel('Text').fill('Is <b>anybody</b> there?');
    await page.getByRole('button', { name: 'Send' }).click();
    const messages = page.getByRole('table', { name: 'Messages' });
    await goUntil(page, page.url(), () => expect(messages.getByText('Thank you!')).toBeVisible(SOON));
    await expect(messages.getByText('Is <b>anybody</b> there?')).toBeVisible();
    await expectAccessible(page);
    await pictured(page, info.outputPath('instance.png'));

    await messages.getByText('Is <b>anybody</b> there?').click();
    const receipts = page.getByRole('table', { name: 'Receipts' });
    await goUntil(page, page.url(), () => expect(receipts.getByText('read', { exact: true })).toBeVisible(SOON));
    await expectAccessible(page);
    await pictured(page, info.outputPath('message.png'));
});

test('a message is received, and answered with an image', async ({ page }, info) => {
    await signIn(page);
    await page.goto('/user/api/instances/new');
    await page.getByLabel('Name').fill('Answers');
    await page.getByRole('button', { name: 'Add instance' }).click();
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 60_000 });

    await page.getByLabel('Message', { exact: true }).fill('Where is my order?');
    await page.getByRole('button', { name: 'Receive' }).click();
    const messages = page.getByRole('table', { name: 'Messages' });
    await goUntil(page, page.url(), () => expect(messages.getByText('Where is my order?')).toBeVisible(SOON));
    await messages.getByText('Where is my order?').click();
    await page.getByLabel('Type').selectOption('image');
    await page.getByLabel('Link').fill('https://example.com/parcel.png');
    await page.getByLabel('Caption').fill('At your door');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByLabel('Link')).toHaveValue('');
    await expectAccessible(page);
    await pictured(page, info.outputPath('answer.png'));
    await page.goto('/user/api/messages');
    await goUntil(page, page.url(), () => expect(page.getByText('image: At your door')).toBeVisible(SOON));
});

test('what is wrong with a message is said at its field', async ({ page, expected }) => {
    expected.push(/status of 422 .*\/api\/v1\/messages$/);
    await signIn(page);
    await page.goto('/user/api/instances/new');
    await page.getByLabel('Name').fill('Wrong numbers');
    await page.getByRole('button', { name: 'Add instance' }).click();
    await page.getByLabel('To').fill('0202 555');
    await page.getByLabel('Text').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();

    const fault = 'Expected an international number with +, for example +12025550100.';
    await expect(page.getByText(fault, { exact: true })).toBeVisible();
});
