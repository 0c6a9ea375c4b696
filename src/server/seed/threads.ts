import type { Db } from '#server/db/connect.ts';
import {
  insertMessage,
  insertPicture,
  keepUnread,
  markReadUpTo,
  openThread,
} from '#server/features/threads/queries.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { otherSide, type Side } from '#shared/rules/reschedule.ts';
import type { Cast } from './people.ts';
import { storageKeyOf } from './pictures.ts';

/** `picture` is the name of a drawing that was sent. */
type Line = { ago: number; from: Side; text: string; picture?: string };
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
      {
        ago: 3 * HOUR,
        from: 'professional',
        text: 'Lovely. Wash and blow-dry it the night before, no oil please. See you then!',
      },
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

/** Writes the demo's conversations; of what is unread no mail goes out. */
export async function insertThreads(
  db: Db,
  { callers }: Cast,
  now: number,
  moveClock: (instant: number) => Promise<void>,
): Promise<void> {
  for (const { client, professional, asks = false, lines } of talks) {
    const sides = { client: callers.get(client), professional: callers.get(professional) };
    const pair = {
      client_id: sides.client?.client_id ?? '',
      professional_id: sides.professional?.professional_id ?? '',
    };
    let thread_id: string | undefined;
    for (const { ago, from, text, picture } of lines) {
      await moveClock(now - ago);
      thread_id ??= await openThread(db, pair);
      const author_id = sides[from]?.id ?? '';
      const size = { width: 960, height: 960 };
      const picture_ids = picture
        ? [await insertPicture(db, { user_id: author_id, storage_key: keyOf(picture), ...size })]
        : [];
      const row = { ...pair, thread_id, side: from, author_id, text, picture_ids };
      const id = await insertMessage(db, row, { asks, counts: asks });
      const isLast = lines.at(-1)?.text === text;
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
