import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { insertReport, keepRating, putReply } from '#server/features/reviews/queries.ts';
import type { Cast } from './people.ts';
import { seeded } from './random.ts';

/** What clients write, with their stars; many choose stars alone. */
const words: [stars: number, text: string | null][] = [
  [5, 'Took her time with my edges and nothing pulled. Three weeks in and they still look fresh.'],
  [5, 'First time anyone asked about my scalp before touching it. I will be back.'],
  [5, null],
  [4, 'Lovely result. We started fifteen minutes late, but I was told by message.'],
  [5, 'My daughter fell asleep in the chair, which says it all.'],
  [5, 'Neat parts, fair price, good music.'],
  [4, null],
  [5, 'Explained how to look after it at home and wrote it down for me.'],
  [3, 'The style is good. The room was cold and I had to ask for a break.'],
  [5, 'I have looked for somebody like this since I moved to Melbourne.'],
  [5, 'Gentle hands. No headache the next day, for once.'],
  [4, 'Came out exactly like the photo I showed. Parking is hard to find, so allow for that.'],
  [5, null],
  [5, 'Honest: told me not to colour it yet and why. Saved my hair.'],
  [2, 'It loosened after a week. She offered to fix it, but I had no time to come back.'],
  [5, 'On time, tidy and quick without rushing me.'],
  [4, 'Good chat, good cut. A little shorter at the back than I asked.'],
  [5, 'Best fade I have had in years.'],
  [5, null],
  [5, 'Knows 4C hair. That is all I needed to know.'],
  [4, 'Happy with my twists. Bring a snack, it takes a while.'],
  [5, 'Patient with a very tender head. Thank you.'],
  [5, 'Third visit and always the same care.'],
  [3, null],
  [5, 'Made me a cup of tea and made me feel at home.'],
  [5, 'My locs have never been this even.'],
  [1, 'Waited forty minutes because Thandi before me came late, then had to leave.'],
  [5, 'She found me a time on a public holiday. Lifesaver before my graduation!'],
  [4, 'Really nice work, a bit dear.'],
  [5, 'My curls have a shape again 🧡'],
];

const most = 60;
/** Somebody new, whom nobody has reviewed yet. */
const without = 'leilani';
/** By the place of what they answer. */
const replies: [at: number, text: string][] = [
  [0, 'Thank you! See you in five weeks.'],
  [7, 'That means a lot. Keep the bonnet on at night.'],
  [14, "I'm sorry it came loose. Message me and I'll redo it, on me."],
];

/** Reviews of visits that took place: three with a reply, one that was reported and one that is hidden. */
export async function insertReviews(db: Db, cast: Cast): Promise<void> {
  const random = seeded(5);
  const newcomer = cast.callers.get(without)?.professional_id ?? null;
  const { rows: visits } = await sql<{ id: string; professional_id: string; client_id: string }>`
    select distinct on (professional_id, client_id, end_time) id, professional_id, client_id from bookings
    where status = 'completed' and not no_show and not written_in and client_id is not null
      and professional_id is distinct from ${newcomer} and end_time > clock_now() - interval '88 days'
    order by professional_id, client_id, end_time`.execute(db);
  const ids: { id: string; professional_id: string }[] = [];
  for (const [index, { id: booking_id, ...visit }] of visits.slice(0, most).entries()) {
    const [stars, text] = words[index % words.length] ?? [5, null];
    const { rows } = await sql<{ id: string }>`
      insert into reviews (professional_id, booking_id, client_id, stars, text, created_at)
      select professional_id, id, client_id, ${stars}, ${index < words.length ? text : null},
        least(end_time + make_interval(hours => ${random.whole(2, 60)}), clock_now())
      from bookings where id = ${booking_id} returning id`.execute(db);
    ids.push({ id: rows[0]?.id ?? '', professional_id: visit.professional_id });
  }
  for (const [at, reply] of replies) await putReply(db, ids[at]?.id ?? '', reply);
  const [reported, hidden] = [ids[14], ids[26]];
  const admin = cast.callers.get('admin')?.id ?? '';
  if (reported)
    await insertReport(db, {
      professional_id: reported.professional_id,
      review_id: reported.id,
      user_id: cast.callers.get('zuri')?.id ?? admin,
      reply: false,
      reason: 'This is about another salon.',
    });
  if (hidden)
    await sql`
      update reviews set hidden_at = clock_now(), decided_at = clock_now(), hidden_reason = 'Names another client.'
      where id = ${hidden.id}`.execute(db);
  for (const id of new Set(ids.map(({ professional_id }) => professional_id))) await keepRating(db, id);
}
