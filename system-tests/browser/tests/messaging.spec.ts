import { type Page, expect } from '@playwright/test';
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

    await page.getByLabel('To', { exact: true }).fill('+1 202 555 0120');
    await page.getByLabel('Text').fill('Is it <b>still</b> open?');
    const accepted = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().includes('/messages'));
    await page.getByRole('button', { name: 'Send' }).click();
    expect((await accepted).status()).toBe(202);
    const messages = page.getByRole('table', { name: 'Messages' });
    await goUntil(page, page.url(), () => expect(messages.getByText('Thank you!')).toBeVisible(SOON));
    await expect(messages.getByText('Is it <b>still</b> open?')).toBeVisible();
    await expectAccessible(page);
    await pictured(page, info.outputPath('instance.png'));

    await messages.getByText('Is it <b>still</b> open?').click();
    const receipts = page.getByRole('table', { name: 'Receipts' });
    await goUntil(page, page.url(), () => expect(receipts.getByText('read', { exact: true })).toBeVisible(SOON));
    await expectAccessible(page);
    await pictured(page, info.outputPath('message.png'));
});

test('a message is received, and answered with an image', async ({ page }, info) => {
    await signIn(page);
    await connectedInstance(page, 'Answers');

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
    const received = new URL(page.url()).pathname;
    await page.getByRole('link', { name: 'View the message' }).click();
    const answered = page.getByRole('definition').getByRole('link', { name: received.slice(received.indexOf('msg_')) });
    await expect(answered).toHaveAttribute('href', received);
    await page.goto('/user/api/messages');
    await goUntil(page, page.url(), () => expect(page.getByText('image: At your door')).toBeVisible(SOON));
});

test('a person who writes becomes a contact, is answered in the conversation, and opts out', async ({ page }, info) => {
    const phone = `+1202${String(Date.now()).slice(-7)}`;
    await signIn(page);
    await connectedInstance(page, 'Conversations');
    const instance = page.url();
    await receive(page, phone, 'Is the parcel on its way?');

    const list = `/user/api/contacts`;
    const link = page.getByRole('link', { name: phone });
    await page.goto(list);
    await goUntil(page, list, () => expect(link).toBeVisible(SOON));
    await link.click();
    const conversation = page.getByRole('list', { name: 'Messages' });
    await expect(conversation.getByText('Is the parcel on its way?')).toBeVisible();
    await page.getByLabel('Text').fill('It comes today.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(conversation.getByText('It comes today.')).toBeVisible({ timeout: 30_000 });
    await expect(conversation.getByText('Read', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await pictured(page, info.outputPath('conversation.png'));
    const contact = page.url();

    await page.goto(instance);
    await receive(page, phone, 'STOP');
    await goUntil(page, contact, () => expect(page.getByText('Opted out', { exact: true })).toBeVisible(SOON));
    await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0);
});

test('a picture is sent from this machine, and pictures that come back are shown', async ({ page, expected }, info) => {
    // A message is shown before its file has been fetched; the console asks for the file again.
    expected.push(/status of 4(04|09) .*\/api\/v1\/media\/med_\w+\/content$/);
    await signIn(page);
    await connectedInstance(page, 'Pictures');
    await page.getByLabel('To', { exact: true }).fill('+1 202 555 0121');
    await page.getByLabel('Type').selectOption('image');
    await page.getByLabel('File').setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
    await page.getByLabel('Caption').fill('One pixel');
    await page.getByRole('button', { name: 'Send' }).click();
    // It is not sent once more with what is written next.
    await expect(page.getByLabel('File')).toHaveValue('');
    await page.getByRole('link', { name: 'image: One pixel' }).first().click();
    await expect(page.getByRole('img', { name: 'One pixel' })).toBeVisible();
    await page.getByRole('link', { name: /^ctc_/ }).click();
    const list = page.getByRole('list', { name: 'Messages' });
    await expect(list.getByRole('img', { name: 'An image' }).first()).toBeVisible({ timeout: 60_000 });
    await expect(list.getByText('location').first()).toBeVisible();
    await expectAccessible(page);
    await pictured(page, info.outputPath('conversation-with-pictures.png'));
});

test('the sandbox simulates messages, and its clock is advanced', async ({ page, expected }, info) => {
    expected.push(/status of 422 .*\/api\/v1\/messages$/);
    await signIn(page);
    await connectedInstance(page, 'Played');
    await page.goto('/user/api/sandbox');
    await page.getByLabel('Instance').selectOption({ label: 'Played' });
    await receive(page, '+1 202 555 0144', 'Is the shop open?');
    await expect(page.getByRole('link', { name: 'Is the shop open?' })).toBeVisible({ timeout: 30_000 });
    await page.getByLabel('Hours').fill('25');
    await page.getByRole('button', { name: 'Advance' }).click();
    await expect(page.getByText('25 hours ahead.')).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill('+1 202 555 0144');
    await page.getByLabel('Text').fill('Too late');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByLabel('Type')).toHaveAccessibleDescription(/WhatsApp then delivers only templates/);
    await expectAccessible(page);
    await pictured(page, info.outputPath('sandbox.png'));
});

test('errors of a message are shown at their fields', async ({ page, expected }) => {
    expected.push(/status of 422 .*\/api\/v1\/messages$/);
    await signIn(page);
    await page.goto('/user/api/instances/new');
    await page.getByLabel('Name').fill('Wrong numbers');
    await page.getByRole('button', { name: 'Add instance' }).click();
    await page.getByLabel('To', { exact: true }).fill('0202 555');
    await page.getByLabel('Text').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();

    const fault = 'Expected an international number with +, for example +12025550100.';
    await expect(page.getByText(fault, { exact: true })).toBeVisible();
});

/** One pixel. */
const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Makes an instance of the sandbox, and waits on its page until it is connected. */
async function connectedInstance(page: Page, name: string): Promise<void> {
    await page.goto('/user/api/instances/new');
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Add instance' }).click();
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 60_000 });
}

/** Simulates an incoming message, and waits until it is accepted: a page that is left sends nothing any more. */
async function receive(page: Page, phone: string, text: string): Promise<void> {
    const message = page.getByLabel('Message', { exact: true });
    await page.getByLabel('From').fill(phone);
    await message.fill(text);
    await page.getByRole('button', { name: 'Receive' }).click();
    await expect(message).toHaveValue('');
}
