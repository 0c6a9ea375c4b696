import { beforeAll, expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { useRace } from '#server/testing/race.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();
const { call } = useRace(t);
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;

let amara: ProfessionalPerson;
let zuri: ClientPerson;
let service: string;

beforeAll(async () => {
  amara = await t.make.professional();
  zuri = await t.make.client();
  service = await t.make.service(amara.professionalId);
});

test('B21: of paid, not received, received, confirm, cancel and expiry at once booking and deposit end up together', async () => {
  const later = await t.at('2 hours');
  const seen = new Set<string>();
  for (let round = 0; round < repetitions(300); round++) {
    const { bookingId: id } = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zuri.clientId,
      serviceIds: [service],
      start: day + round * 2 * HOUR,
      expiresAt: new Date(Date.now() + HOUR).toISOString(),
      deposit: { status: round % 2 ? 'due' : 'said_paid' },
    });
    const deposit = `/bookings/${id}/deposit`;
    const tried = await Promise.all(
      [
        () => call(zuri, 'POST', `${deposit}/paid`),
        () => call(zuri, 'POST', `${deposit}/paid`),
        () => call(amara, 'POST', `${deposit}/received`),
        () => call(amara, 'POST', `${deposit}/not-received`),
        () => call(amara, 'PATCH', `/bookings/${id}`, { status: 'confirmed' }),
        ...(round % 3 ? [() => call(zuri, 'PATCH', `/bookings/${id}`, { status: 'cancelled' })] : []),
        async () => {
          await runDueTransitions(later.deps.db);
          return { status: 200, text: '' };
        },
      ]
        .sort(() => Math.random() - 0.5)
        .map((one) => one()),
    );
    expect(tried.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const { rows } = await t.deps.pool.query<{ pair: string }>(
      `select b.status || ' ' || d.status as pair from bookings b join deposits d on d.booking_id = b.id where b.id = $1`,
      [id],
    );
    seen.add(rows[0]?.pair ?? '');
    expect(await findBroken(t.deps.db)).toEqual([]);
  }
  expect(seen.size).toBeGreaterThan(1);
});
