import type { Caller } from '#server/api/caller.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { changeBooking } from '#server/features/bookings/life/change-booking.ts';
import { createBooking } from '#server/features/bookings/make/create-booking.ts';
import { holdService, insertQuote } from '#server/features/bookings/quotes/queries.ts';
import {
  insertMessage,
  insertPicture,
  keepUnread,
  markReadUpTo,
  openThread,
} from '#server/features/threads/queries.ts';
import { booking } from '#shared/bookings.ts';
import { DAY, defaultTimeZone, HOUR, MINUTE } from '#shared/constants.ts';
import { quoteText } from '#shared/quotes.ts';
import { dayOf } from '#shared/rules/hour-windows.ts';
import { optionsOf } from '#shared/rules/lines.ts';
import { toCents } from '#shared/rules/price.ts';
import { otherSide, type Side } from '#shared/rules/reschedule.ts';
import { iso, wallInstant } from '#shared/time.ts';
import type { Cast } from './people.ts';
import { storageKeyOf } from './pictures.ts';
import { carryOutAll, withoutEmails } from './play.ts';

/** `picture` is the name of a drawing that was sent. */
type Line = { ago: number; from: Side; text: string; picture?: string; quote?: Quoted };
/** What a message quotes: the names of a service and of its options; `price` in dollars. */
type Quoted = {
  service: string;
  options: string[];
  price: number;
  service_duration_minutes: number;
  note: string;
  /** How long ago its client booked it. */
  booked?: number;
};
/** The text of a quote is made of it. */
const quoteLine = (ago: number, quote: Quoted): Line => ({ ago, from: 'professional', text: '', quote });
type Talk = { client: string; professional: string; asks?: true; lines: Line[] };

/** Two conversations about visits, and a question of somebody who has not booked yet; each ends with an unread one. */
const talks: Talk[] = [
  {
    client: 'zuri',
    professional: 'amara',
    lines: [
      { ago: 2 * DAY + 3 * HOUR, from: 'client', text: 'Hi Amara! Do you have colour 27 for the knotless braids?' },
      {
        ago: 2 * DAY + 2 * HOUR,
        from: 'professional',
        text: 'I do, and 30 too. Can you send me a photo of the length you like?',
      },
      { ago: DAY + 5 * HOUR, from: 'client', text: 'Like this, down to the middle of my back.', picture: 'amara-1' },
      quoteLine(DAY + 4 * HOUR, {
        service: 'Knotless Braids to Order',
        options: ['Medium', 'Waist', 'Braiding hair'],
        price: 310,
        service_duration_minutes: 240,
        note: 'That length in 27, hair from me. Quicker than usual, since your parts are still clean.',
      }),
      {
        ago: 3 * HOUR,
        from: 'professional',
        text: 'Lovely. Wash and blow-dry it the night before, no oil please. See you then!',
      },
    ],
  },
  {
    client: 'niamh',
    professional: 'amara',
    lines: [
      {
        ago: 2 * DAY,
        from: 'client',
        text: 'How much for large knotless, but with two colours and beads at the ends?',
      },
      quoteLine(2 * DAY - HOUR, {
        service: 'Knotless Braids to Order',
        options: ['Large', 'Shoulder'],
        price: 215,
        service_duration_minutes: 225,
        note: 'Beads included.',
        booked: 20 * HOUR,
      }),
      { ago: 19 * HOUR, from: 'client', text: 'Booked! Blue and black, please.' },
    ],
  },
  {
    client: 'kofi',
    professional: 'dele',
    lines: [
      { ago: 6 * DAY, from: 'client', text: 'Same fade as last time, a bit lower at the back?', picture: 'dele-0' },
      { ago: 6 * DAY - 20 * MINUTE, from: 'professional', text: 'Got it. I’ll take it down half a centimetre.' },
      { ago: 5 * HOUR, from: 'client', text: 'Running about 10 minutes late, sorry.' },
    ],
  },
  {
    client: 'hana',
    professional: 'chiamaka',
    asks: true,
    lines: [
      {
        ago: 40 * MINUTE,
        from: 'client',
        text: 'Hi! My scalp reacts to henna. Could you do this style without any colour?',
        picture: 'chiamaka-0',
      },
    ],
  },
];

/** The drawings that messages show, by the keys of their files. */
export const sentDrawings = new Map(
  talks.flatMap(({ lines }) => lines.flatMap(({ picture }) => (picture ? [[keyOf(picture), picture] as const] : []))),
);

function keyOf(picture: string): string {
  return storageKeyOf(`message ${picture}`);
}

type World = { db: Db; config: Config; cast: Cast; now: number; moveClock(instant: number): Promise<void> };

/** Writes the demo's conversations; of what is unread no mail goes out. */
export async function insertThreads({ db, config, cast, now, moveClock }: World): Promise<void> {
  const { callers } = cast;
  for (const { client, professional, asks = false, lines } of talks) {
    const sides = { client: callers.get(client), professional: callers.get(professional) };
    const pair = {
      client_id: sides.client?.client_id ?? '',
      professional_id: sides.professional?.professional_id ?? '',
    };
    let thread_id: string | undefined;
    for (const { ago, from, picture, quote, ...line } of lines) {
      await moveClock(now - ago);
      const quoted = quote && (await quotedOf(db, pair.professional_id, cast, quote));
      const text = quoted?.text ?? line.text;
      thread_id ??= await openThread(db, pair);
      const author_id = sides[from]?.id ?? '';
      const size = { width: 960, height: 960 };
      const picture_ids = picture
        ? [await insertPicture(db, { user_id: author_id, storage_key: keyOf(picture), ...size })]
        : [];
      const row = { ...pair, thread_id, side: from, author_id, text, picture_ids };
      const id = await insertMessage(db, row, { asks, counts: asks });
      if (quoted) await insertQuote(db, { ...quoted.row, thread_id, message_id: id });
      if (quote?.booked) await bookQuoted({ db, config, cast, now, moveClock }, sides, { id, booked: quote.booked });
      const isLast = lines.at(-1)?.ago === ago;
      await markReadUpTo(db, thread_id, from, id);
      if (!isLast) await markReadUpTo(db, thread_id, otherSide(from), id);
      await keepUnread(db, thread_id, otherSide(from));
      await db
        .updateTable('thread_sides')
        .set({ mail_at: null, mailed_id: id })
        .where('thread_id', '=', thread_id)
        .execute();
    }
  }
  await moveClock(now);
}

/** Its client books the quote of a message for a Thursday morning after all that is planned, and it is confirmed. */
async function bookQuoted(
  { db, config, now, moveClock }: World,
  { client, professional }: Record<Side, Caller | undefined>,
  { id, booked }: { id: string; booked: number },
): Promise<void> {
  if (!client || !professional) throw new Error('a side of a conversation is nobody');
  const quote = await db.selectFrom('quotes').select('id').where('message_id', '=', id).executeTakeFirstOrThrow();
  const today = dayOf(now, defaultTimeZone);
  const thursday = today - ((today + 3) % 7) + 3 + 7 * 7;
  const start_time = iso(wallInstant(thursday * DAY + 9 * HOUR, defaultTimeZone));
  const call = { db, deps: { config }, requestId: 'demo' };
  await withoutEmails(db, async () => {
    await moveClock(now - booked);
    const answer = await createBooking(
      { ...call, caller: client, clientId: client.client_id ?? '' },
      { quote_id: quote.id, start_time, notes: null },
    );
    const { id } = booking.parse(JSON.parse(answer));
    await moveClock(now - booked + 20 * MINUTE);
    await changeBooking({ ...call, caller: professional }, { id, status: 'confirmed' });
    await carryOutAll(db);
  });
}

/** The text of a quote and its row, but for its message. */
async function quotedOf(db: Db, professional_id: string, cast: Cast, { price, ...quote }: Quoted) {
  const service_id = cast.services.get(quote.service) ?? '';
  const service = await holdService(db, professional_id, service_id);
  if (!service) throw new Error(`${quote.service} is no service of theirs`);
  const { service_duration_minutes, note } = quote;
  const all = [...(service.variants?.axes.flatMap(({ choices }) => choices) ?? []), ...service.extras];
  const chosen = all.filter(({ name }) => quote.options.includes(name)).map(({ id }) => id);
  const options = optionsOf(service, chosen);
  if (!Array.isArray(options)) throw new Error(`${quote.service} is not quoted like that`);
  const quoted = { name: service.name, options, service_duration_minutes, note };
  return {
    text: quoteText({ ...quoted, price }),
    row: { ...quoted, professional_id, service_id, price_cents: toCents(price) },
  };
}
