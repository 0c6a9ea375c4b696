import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { expectAccessible, expectNoSideScroll, picture, useHarness } from './harness.ts';

const t = useHarness();
const phone = { viewport: { width: 390, height: 844 } };

test('a question with a picture, its answer live, and a message that fails, survives a reload and goes out once', async () => {
  const professional = await t.make.professional({ display_name: 'Amara Okafor' });
  const zuri = await t.make.client({ first_name: 'Zuri', last_name: 'Sow' });
  const client = await t.open(`/public-professional-page/${professional.professionalId}`, zuri, phone);
  await client.getByRole('link', { name: 'Ask a question' }).click();
  await client.getByRole('heading', { name: 'Amara Okafor' }).waitFor();
  await client.getByText('You can send one message until Amara Okafor replies.').waitFor();
  const field = client.getByRole('textbox', { name: 'Message to Amara Okafor' });

  // The bar moves while it goes out; what is written stays on another page and after a reload.
  await client.getByLabel('Pictures to send').setInputFiles(await picture('hair.jpg', '#c9502c', 1_200, 900));
  await client.getByRole('button', { name: 'Remove Picture 1' }).waitFor({ timeout: 60_000 });
  await field.fill('Do you have colour 27?');
  await client.getByRole('link', { name: 'All messages' }).click();
  await client.getByText('No messages yet.').waitFor();
  await client.goBack();
  await client.reload();
  expect(await field.inputValue()).toBe('Do you have colour 27?');
  await client.getByRole('button', { name: 'Send', exact: true }).click();
  await client.getByText("We've sent your question.").waitFor();
  await client.getByRole('img', { name: 'Picture from you' }).waitFor();

  const own = await t.open('/professional-dashboard', professional, phone);
  await own.getByRole('link', { name: 'Messages, 1 unread' }).click();
  await own.getByRole('link', { name: /^Zuri Sow/ }).click();
  const log = own.getByRole('list', { name: 'Messages with Zuri Sow' });
  await log.getByText('Do you have colour 27?').waitFor();
  await own.getByRole('img', { name: 'Picture from Zuri Sow' }).waitFor();
  await own.getByRole('link', { name: 'Messages', exact: true }).waitFor();
  await expectAccessible(own);
  await expectNoSideScroll(own);
  await own.getByRole('textbox', { name: 'Message to Zuri Sow' }).fill('Yes! See https://example.com/colours');
  await own.getByRole('button', { name: 'Send', exact: true }).click();

  // It comes by itself, and is heard.
  await client.getByRole('status').getByText('Amara Okafor: Yes!').waitFor({ state: 'attached' });
  await client.getByRole('link', { name: 'https://example.com/colours' }).click();
  const question = client.getByRole('dialog', { name: 'Open this link?' });
  expect(await question.getByText('example.com', { exact: true }).count()).toBe(1);
  expect(await question.getByRole('link', { name: 'Open' }).getAttribute('rel')).toContain('nofollow');
  await question.getByRole('button', { name: 'Cancel' }).click();

  // Without a connection it stays, and goes out once, although the first attempt had arrived.
  let isLost = true;
  await client.route('**/trpc/threads.write', async (route) => {
    if (!isLost) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await field.fill('Great, thanks');
  await client.getByRole('button', { name: 'Send', exact: true }).click();
  await client.getByText('Not sent: the connection was lost.').waitFor();
  await client.reload();
  await client.getByText('Not sent: the connection was lost.').waitFor();
  isLost = false;
  await client.getByRole('button', { name: 'Try again' }).click();
  await client.getByText('Not sent').waitFor({ state: 'detached' });
  await log.getByText('Great, thanks').waitFor();
  const sent = await t.db.selectFrom('messages').select('text').where('author_id', '=', zuri.userId).execute();
  expect(sent.map(({ text }) => text).sort()).toEqual(['Do you have colour 27?', 'Great, thanks']);

  await client.getByRole('button', { name: 'Delete message: Great, thanks' }).click();
  await client.getByText('It may have been mailed.').waitFor();
  await client.getByRole('button', { name: 'Delete', exact: true }).click();
  await client.getByText('This message was deleted.').waitFor();
  await expectAccessible(client);
  await expectNoSideScroll(client);

  await client.getByRole('button', { name: 'More' }).click();
  await client.getByRole('menuitem', { name: 'Block' }).click();
  await client.getByRole('button', { name: 'Block' }).click();
  await client.getByText('You cannot write in this conversation.').waitFor();
  await own.reload();
  await own.getByText('You cannot write in this conversation.').waitFor();
});

test('somebody is found to write to, however many conversations are newer', async () => {
  const professional = await t.make.professional();
  const zuri = await t.make.client({ first_name: 'Zuri', last_name: 'Sow' });
  const { professionalId } = professional;
  await t.make.booking({ professionalId, clientId: zuri.clientId, status: 'completed' });
  await sql`
    with others as (
      insert into clients (first_name, last_name) select 'Former', 'client' from generate_series(1, 120) returning id
    ), made as (
      insert into threads (professional_id, client_id, last_sent_at)
      select ${professionalId}::uuid, id, clock_now() from others
      union all select ${professionalId}::uuid, ${zuri.clientId}::uuid, clock_now() - interval '1 minute'
      returning id, client_id
    ), sides as (
      insert into thread_sides (professional_id, thread_id, side)
      select ${professionalId}::uuid, id, side from made, unnest(array['client', 'professional']) side
    )
    insert into messages (professional_id, thread_id, id, side, author_id, text)
    select ${professionalId}::uuid, id, uuidv7(), 'client', uuidv7(), 'Do you have colour 27?' from made`.execute(t.db);
  const page = await t.open(`/my-contact/${zuri.clientId}`, professional);
  await page.getByRole('link', { name: 'Send a message' }).click();
  const log = page.getByRole('list', { name: 'Messages with Zuri Sow' });
  await log.getByText('Do you have colour 27?').waitFor();
  // And the list goes on to it.
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('link', { name: /^Zuri Sow/ }).waitFor();
});

test('somebody who has booked is not told of one message alone', async () => {
  const [{ professionalId }, client] = [await t.make.professional(), await t.make.client()];
  await t.make.booking({ professionalId, clientId: client.clientId, status: 'confirmed' });
  const page = await (await t.signedIn(client, phone)).newPage();
  const bookings = page.waitForResponse((answer) => answer.url().includes('bookings.ofClient'));
  await page.goto(`/messages?to=${professionalId}`);
  await page.getByText('Ask about your hair').waitFor();
  await bookings;
  expect(await page.getByText('one message').count()).toBe(0);

  // Long after the visit it is one again, said without a word of whether they have booked.
  const start = Math.floor(Date.now() / HOUR) * HOUR - 40 * DAY;
  const before = await t.make.professional({ display_name: 'Kofi Boateng' });
  const visit = { professionalId: before.professionalId, clientId: client.clientId, status: 'completed' } as const;
  await t.make.booking({ ...visit, start });
  await page.goto(`/messages?to=${before.professionalId}`);
  const notice = page.getByText('one message until Kofi Boateng replies.');
  expect(await notice.innerText()).toBe(
    'Ask about your hair, a style or a price. A photo helps. You can send one message until Kofi Boateng replies.',
  );
});
