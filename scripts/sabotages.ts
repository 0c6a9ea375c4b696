/** One way to break the product, and the tests that must notice: `tests` is a name as `vitest -t` takes it, `file` where they are. */
export type Sabotage = {
  name: string;
  project: 'unit' | 'server' | 'chaos' | 'e2e';
  file: string;
  tests: string;
  /** Each text must stand exactly once in its file. */
  changes: { file: string; find: string; replace: string }[];
};

export const sabotages: Sabotage[] = [
  {
    name: 'the exclusion constraint is dropped',
    project: 'server',
    file: 'src/server/features/bookings',
    tests: 'B3',
    changes: [
      {
        file: 'migrations/20261121000000_schema.sql',
        find: ',\n  constraint busy_times_no_overlap exclude using gist (professional_id with =, tstzrange(start_time, end_time) with &&)',
        replace: '',
      },
    ],
  },
  {
    name: 'bookings are decided without the two row locks, and inserted plainly',
    project: 'server',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B1, B2',
    changes: [
      {
        file: 'src/server/features/bookings/create-queries.ts',
        find: '  skip: { client: sql`for no key update skip locked`, professional: sql`for no key update of p skip locked` },',
        replace: '  skip: { client: sql``, professional: sql`` },',
      },
      {
        file: 'src/server/features/bookings/create-queries.ts',
        find: ' on conflict do nothing returning booking_id',
        replace: ' returning booking_id',
      },
    ],
  },
  {
    name: 'bookings are decided without the two row locks: the caps',
    project: 'server',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B4',
    changes: [
      {
        file: 'src/server/features/bookings/create-queries.ts',
        find: '  skip: { client: sql`for no key update skip locked`, professional: sql`for no key update of p skip locked` },',
        replace: '  skip: { client: sql``, professional: sql`` },',
      },
    ],
  },
  {
    name: 'a booking does not wait for a change of windows',
    project: 'server',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B9',
    changes: [
      {
        file: 'src/server/features/bookings/create-queries.ts',
        find: '  skip: { client: sql`for no key update skip locked`, professional: sql`for no key update of p skip locked` },',
        replace: '  skip: { client: sql``, professional: sql`` },',
      },
    ],
  },
  {
    name: 'a booking is moved by its id alone',
    project: 'server',
    file: 'src/server/features/bookings/change.test.ts',
    tests: 'B5',
    changes: [
      {
        file: 'src/server/features/bookings/queries.ts',
        find: "    .where('bookings.status', 'in', sourcesOf(to, party.role))\n",
        replace: '',
      },
    ],
  },
  {
    name: "the client's total is believed",
    project: 'server',
    file: 'src/server/features/bookings/bookings.test.ts',
    tests: 'B6',
    changes: [
      {
        file: 'src/server/features/bookings/create-booking.ts',
        find: 'if (input.total_price != null && !isTotal(input.total_price, cents)) {',
        replace: 'if (input.total_price === Number.NEGATIVE_INFINITY && !isTotal(input.total_price, cents)) {',
      },
    ],
  },
  {
    name: 'a cancelled booking keeps its time',
    project: 'server',
    file: 'src/server/features/bookings/bookings.test.ts',
    tests: 'B8',
    changes: [{ file: 'src/server/features/bookings/change-booking.ts', find: '  await freeTime(trx, moved);\n', replace: '' }],
  },
  {
    name: 'what was booked is shown as the service is today',
    project: 'server',
    file: 'src/server/features/bookings/bookings.test.ts',
    tests: 'B10',
    changes: [
      {
        file: 'src/server/features/bookings/queries.ts',
        find: "            'booked.name',\n",
        replace:
          "            eb.selectFrom('services').select('name').whereRef('services.id', '=', 'booked.service_id').$asScalar().$notNull().as('name'),\n",
      },
    ],
  },
  {
    name: 'the answer to an idempotency key is not kept',
    project: 'server',
    file: 'src/server/features/bookings/idempotency.test.ts',
    tests: 'B11',
    changes: [
      {
        file: 'src/server/features/bookings/create-booking.ts',
        find: 'const keep = key === undefined ? undefined',
        replace: 'const keep = key !== null ? undefined',
      },
    ],
  },
  {
    name: 'the event is written after the commit of the change',
    project: 'server',
    file: 'src/server/features/bookings/crashes.test.ts',
    tests: 'J1: confirm',
    changes: [
      {
        file: 'src/server/features/bookings/change-booking.ts',
        find: '  return db.transaction().execute(async (trx) => {',
        replace: '  let later = async (): Promise<void> => {};\n  const answer = await db.transaction().execute(async (trx) => {',
      },
      {
        file: 'src/server/features/bookings/change-booking.ts',
        find: '    if (moved) await writeConsequences(trx, moved, status, caller, ctx.requestId);',
        replace: '    if (moved) later = () => writeConsequences(db, moved, status, caller, ctx.requestId);',
      },
      {
        file: 'src/server/features/bookings/change-booking.ts',
        find: '    return moved || booking.status === status ? booking : conflict(whyNot(booking, status));\n  });',
        replace:
          '    return moved || booking.status === status ? booking : conflict(whyNot(booking, status));\n  });\n  await later();\n  return answer;',
      },
    ],
  },
  {
    name: 'an event counts as done when it is handed to the queue',
    project: 'server',
    file: 'src/server/jobs/worker.test.ts',
    tests: 'J2',
    changes: [
      {
        file: 'src/server/outbox/relay.ts',
        find: 'import { claimDispatch, postpone,',
        replace: 'import { claimDispatch, markDone, postpone,',
      },
      {
        file: 'src/server/outbox/relay.ts',
        find: '        await queue.add(ids.map((id) => ({ name, id })));\n',
        replace:
          "        await queue.add(ids.map((id) => ({ name, id })));\n        if (table === 'outbox') for (const id of ids) await markDone(db, id);\n",
      },
    ],
  },
  {
    name: 'nothing keeps a delivery from being written twice',
    project: 'server',
    file: 'src/server/jobs/effects.test.ts',
    tests: 'J4',
    changes: [
      {
        file: 'migrations/20261121000000_schema.sql',
        find: '  constraint deliveries_event_channel_recipient_key unique (event_id, channel, recipient),\n',
        replace: '',
      },
      {
        file: 'src/server/outbox/queries.ts',
        find: "    .onConflict((conflict) => conflict.constraint('deliveries_event_channel_recipient_key').doNothing())\n",
        replace: '',
      },
    ],
  },
  {
    name: 'two processes may send the same mail at once',
    project: 'server',
    file: 'src/server/jobs/effects.test.ts',
    tests: 'J4',
    changes: [
      {
        file: 'src/server/outbox/queries.ts',
        find: "    .where((eb) => eb.or([eb('sending_until', 'is', null), eb('sending_until', '<=', clockNow)]))\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a request waits for the queue',
    project: 'server',
    file: 'src/server/features/bookings/crashes.test.ts',
    tests: 'J8',
    changes: [
      {
        file: 'src/server/features/bookings/router.ts',
        find: 'asValue<Booking>(await createBooking(ctx, input))',
        replace:
          "asValue<Booking>(await createBooking(ctx, input).then(async (text) => {\n      const { openQueue } = await import('#server/outbox/queue.ts');\n      await (await openQueue(ctx.deps.config, '', ctx.deps.log)).add([{ name: 'event', id: ctx.requestId }]);\n      return text;\n    }))",
      },
    ],
  },
  {
    name: 'the system leaves pending bookings alone',
    project: 'server',
    file: 'src/server/jobs/effects.test.ts',
    tests: 'B4',
    changes: [
      {
        file: 'src/server/jobs/system-moves.ts',
        find: '  for (const step of [moveDue, remind]) {',
        replace: '  for (const step of [remind]) {',
      },
    ],
  },
];
