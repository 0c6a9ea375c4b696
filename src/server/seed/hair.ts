import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { keepEvidence } from '#server/features/hair/evidence-queries.ts';
import { sealHealth } from '#server/features/hair/health-secret.ts';
import { noteReading, putHair } from '#server/features/hair/queries.ts';
import { putShare } from '#server/features/hair/share-queries.ts';
import { DAY, defaultTimeZone, MINUTE } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { hairChange, healthInput } from '#shared/hair.ts';
import type { Pattern, Technique, Texture } from '#shared/rules/hair.ts';
import { dayKey, fromLocalInput, iso } from '#shared/time.ts';
import { clients } from './clients.ts';
import { menus } from './menus.ts';
import type { Cast } from './people.ts';
import { professionals } from './professionals.ts';

/** What a service is by its name, the first that fits. */
const byName: [RegExp, Technique][] = [
  [/knotless/i, 'knotless'],
  [/feed-in/i, 'feed_in'],
  [/cornrow|lemonade|stitch|fulani|crown braid/i, 'cornrows'],
  [/crochet braids/i, 'crochet'],
  [/braids(?! take)/i, 'box_braids'],
  [/retwist/i, 'retwist'],
  [/starter locs|loc start/i, 'starter_locs'],
  [/goddess locs/i, 'faux_locs'],
  [/interlocking/i, 'interlock'],
  [/loc repair|freeform|loc health/i, 'loc_repair'],
  [/twist/i, 'twists'],
  [/sew-in/i, 'sew_in'],
  [/wig/i, 'wig'],
  [/press/i, 'silk_press'],
  [/balayage|highlights|vivid/i, 'bleach'],
  [/colour|gloss|permanent|rinse|grey/i, 'colour'],
  [/curl cut|curl shape|coils|curly mullet|natural/i, 'curl_cut'],
  [/fade|taper|crop|buzz/i, 'fade'],
  [/wash|treatment|revival|define|steam|butter|set\b|detox|mask/i, 'wash_style'],
];
const techniqueOf = (name: string) => byName.find(([pattern]) => pattern.test(name))?.[1];

/** Who says what they do, by what they offer; a barber fades, and everybody else washes. */
export async function insertTechniques(db: Db, cast: Cast): Promise<void> {
  for (const { key, type } of professionals) {
    const professionalId = cast.callers.get(key)?.professional_id ?? '';
    const offered = (menus[key] ?? []).flatMap(({ name }) => {
      const technique = techniqueOf(name);
      return technique ? [{ id: cast.services.get(name) ?? '', technique }] : [];
    });
    await sql`
      update services s set technique = given.technique
      from unnest(${offered.map(({ id }) => id)}::uuid[], ${offered.map(({ technique }) => technique)}::text[])
        given (id, technique) where s.professional_id = ${professionalId} and s.id = given.id`.execute(db);
    const own = new Set<Technique>(offered.map(({ technique }) => technique));
    if (own.size === 0) own.add(type === 'barber' ? 'fade' : 'wash_style');
    const textures: Texture[] = own.has('curl_cut') || own.has('fade') ? ['2', '3', '4a', '4bc'] : ['3', '4a', '4bc'];
    const techniques = JSON.stringify([...own].map((technique) => ({ technique, textures })));
    await sql`update professionals set techniques = ${techniques} where id = ${professionalId}`.execute(db);
  }
}

const monthsAgo = (now: number, months: number) => iso(now - months * 30 * DAY).slice(0, 7);

const told = (now: number): Record<string, object> => ({
  zuri: {
    patterns: { front: '4B', crown: '4C', sides: '4B', nape: '4A' },
    strand: 'fine',
    density: 'high',
    porosity: 'low',
    length: 'armpit',
    length_cm: 32,
    states: ['natural'],
    events: [
      { kind: 'takedown', month: monthsAgo(now, 1), note: 'Knotless braids, in for six weeks' },
      { kind: 'henna', month: monthsAgo(now, 8) },
    ],
    note: 'It shrinks to my chin. Detangles best with conditioner in.',
  },
  kofi: { patterns: { crown: '4C' }, strand: 'coarse', density: 'medium', length: 'ear', length_cm: 6 },
  niamh: { patterns: { crown: '3A' }, strand: 'fine', length: 'shoulder', length_cm: 35, states: ['coloured'] },
  hana: { patterns: { crown: '4B' }, porosity: 'high', length: 'neck', length_cm: 18, states: ['transitioning'] },
  nomvula: { patterns: { crown: '4C', nape: '4B' }, density: 'very_high', states: ['locs'], length: 'waist' },
  rosa: { patterns: { front: '3C' }, strand: 'medium', porosity: 'normal', length: 'bra_strap', length_cm: 45 },
});
const health: Record<string, object> = {
  zuri: {
    tender: true,
    scalp_note: 'Tender at the temples.',
    allergies: ['fragrance'],
    allergy_note: 'Coconut itches.',
  },
  hana: {
    allergies: ['ppd'],
    allergy_note: 'Black henna, two years ago.',
    patch_tests: [
      { product: 'Ammonia-free black', applied_on: '2026-09-01', read_on: '2026-09-03', result: 'reaction' },
    ],
  },
};
/** Everybody else told their pattern alone, and most are counted. */
const usual: Pattern = '4C';
const notCounted = new Set(['rosa']);
/** So many clients had their cornrows done by Amara, one after another, before anything else of the demo. */
const before = { professional: 'amara', service: 'Cornrows', since: 170 };

/** What six clients told, two of them of their health, who shares it, who looked, and how many came to whom. */
export async function insertHair(db: Db, cast: Cast, now: number, secretsKey: Buffer | undefined): Promise<void> {
  for (const { key } of clients) {
    const { hair = null } = hairChange.parse({ hair: told(now)[key] ?? { patterns: { crown: usual } } });
    const clientId = cast.callers.get(key)?.client_id ?? '';
    const { consent: _, ...notes } = healthInput.parse({ ...health[key], consent: true });
    const sealed =
      secretsKey && health[key] ? sealHealth(secretsKey, { ...notes, consented_at: iso(now) }, clientId) : undefined;
    await putHair(db, clientId, { hair, counted: !notCounted.has(key), ...(sealed ? { health: sealed } : {}) });
  }
  await insertVisits(db, cast, now);
  await sql`
    update professional_pictures p set technique = s.technique,
      texture = case when s.technique in ('fade', 'curl_cut', 'bleach') then '3' else '4bc' end
    from services s where s.professional_id = p.professional_id and s.id = p.service_id and s.technique is not null`.execute(
    db,
  );
  await shareWith(db, cast);
  await keepEvidence(
    db,
    professionals.map(({ key }) => cast.callers.get(key)?.professional_id ?? ''),
  );
  await sql`delete from evidence_due`.execute(db);
}

async function insertVisits(db: Db, cast: Cast, now: number): Promise<void> {
  const service = (menus[before.professional] ?? []).find(({ name }) => name === before.service);
  const professionalId = cast.callers.get(before.professional)?.professional_id ?? '';
  const today = dayKey(now, defaultTimeZone);
  for (const [index, { key }] of clients.entries()) {
    const start = fromLocalInput(`${addDays(today, index - before.since)}T11:00`, defaultTimeZone) ?? 0;
    const [from, to] = [iso(start), iso(start + (service?.minutes ?? 0) * MINUTE)];
    await sql`
      with visit as (
        insert into bookings (professional_id, client_id, status, start_time, end_time, total_price_cents, expires_at,
          created_at, updated_at, version)
        values (${professionalId}, ${cast.callers.get(key)?.client_id}, 'completed', ${from}, ${to},
          ${Math.round((service?.price ?? 0) * 100)}, ${from}, ${from}, ${to}, 2)
        returning id),
      busy as (
        insert into busy_times (professional_id, booking_id, start_time, end_time)
        select ${professionalId}, id, ${from}, ${to} from visit)
      insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents,
        service_duration_minutes, technique)
      select s.professional_id, visit.id, 0, s.id, s.name, s.price_cents, s.service_duration_minutes, s.technique
      from visit, services s where s.professional_id = ${professionalId}
        and s.id = ${cast.services.get(before.service) ?? null}`.execute(db);
  }
}

/** Those who told of their health share it with their next visit; Zuri's professional has looked. */
async function shareWith(db: Db, cast: Cast): Promise<void> {
  for (const key of Object.keys(health)) {
    const client_id = cast.callers.get(key)?.client_id ?? '';
    const { rows } = await sql<{ id: string; professional_id: string }>`
      select id, professional_id from bookings where client_id = ${client_id} and status = 'confirmed'
      order by start_time limit 1`.execute(db);
    const [visit] = rows;
    if (!visit) continue;
    const of = { booking_id: visit.id, professional_id: visit.professional_id, client_id };
    await putShare(db, of, { hair: true, health: true, picture_ids: [] });
    if (key === 'zuri') await noteReading(db, { ...of, parts: ['hair', 'health'] });
  }
}
