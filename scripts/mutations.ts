/**
 * One way to break SQL or a transaction, and the server's tests that must notice: `tests` is the value of `vitest -t`,
 * `file` the file or folder of the tests.
 */
export type Mutation = {
  name: string;
  file: string;
  tests: string;
  /** `find` must occur exactly once in `file`; its white space does not matter (`apply-mutation.ts`). */
  changes: { file: string; find: string; replace: string }[];
};

/** A booking locks neither its client nor its professional. */
const withoutBookingLocks: Mutation['changes'] = [
  {
    file: 'src/server/features/bookings/make/create-queries.ts',
    find: '(select is_taken from taken) for no key update',
    replace: '(select is_taken from taken)',
  },
  {
    file: 'src/server/features/bookings/make/create-queries.ts',
    find: ' for no key update of p',
    replace: '',
  },
];

export const mutations: Mutation[] = [
  {
    name: 'the exclusion constraint is dropped',
    file: 'src/server/features/bookings',
    tests: 'B3',
    changes: [
      {
        file: 'migrations/20261127000000_schema.sql',
        find:
          ',\n  constraint busy_times_no_overlap exclude using gist (professional_id with =, tstzrange(start_time, ' +
          'end_time) with &&)',
        replace: '',
      },
    ],
  },
  {
    name: 'bookings are decided without the two row locks, and a violation is no 409',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B1, B2',
    changes: [
      ...withoutBookingLocks,
      {
        file: 'src/server/db/slot-taken.ts',
        find: "constraint === 'busy_times_no_overlap' ||",
        replace: '',
      },
    ],
  },
  {
    name: 'bookings are decided without the two row locks: the caps',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B4',
    changes: withoutBookingLocks,
  },
  {
    name: 'a booking does not wait for a change of windows',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B9',
    changes: withoutBookingLocks,
  },
  {
    name: 'a booking is confirmed or cancelled by its id alone',
    file: 'src/server/features/bookings/change.test.ts',
    tests: 'B5',
    changes: [
      {
        file: 'src/server/features/bookings/life/carry-out.ts',
        find: 'and status = any(',
        replace: "and status = any('{pending,confirmed,completed,cancelled}'::text[] || ",
      },
    ],
  },
  {
    name: 'a request for another time holds nothing',
    file: 'src/server/features/bookings/reschedules/reschedules.test.ts',
    tests: 'both times are held',
    changes: [
      {
        file: 'src/server/features/bookings/reschedules/ask-queries.ts',
        find: ', start_time, end_time from parts',
        replace: ', start_time, end_time from parts where false',
      },
      {
        file: 'src/server/features/bookings/reschedules/ask-queries.ts',
        find: '(select count(*) from held) = (select count(*) from parts) as is_held',
        replace: 'true as is_held',
      },
      {
        file: 'migrations/20261127000000_schema.sql',
        find: "and r.status = 'pending' and not coalesce(",
        replace: "and r.status = 'pending' and false and not coalesce(",
      },
    ],
  },
  {
    name: 'an end of a request leaves its time held',
    file: 'src/server/features/bookings/reschedules/races.test.ts',
    tests: 'B19: of accept',
    changes: [
      {
        file: 'src/server/features/bookings/reschedules/queries.ts',
        find: 'and t.reschedule_id = ended.id)',
        replace: 'and t.reschedule_id = ended.id and false)',
      },
    ],
  },
  {
    name: 'cancelled bookings do not count against the limit of bookings',
    file: 'src/server/features/bookings/booking-limit.test.ts',
    tests: 'J14',
    changes: [
      {
        file: 'src/server/features/bookings/make/create-queries.ts',
        find: 'lately(p, sql`not written_in`)',
        replace: "lately(p, sql`not written_in and status <> 'cancelled'`)",
      },
    ],
  },
  {
    name: 'a booking with a gap needs no busy times',
    file: 'src/server/db/busy-times.test.ts',
    tests: 'B3',
    changes: [
      {
        file: 'migrations/20261127000000_schema.sql',
        find: "b.status in ('pending', 'confirmed') and not coalesce(",
        replace: "b.status in ('pending', 'confirmed') and b.segments is null and not coalesce(",
      },
    ],
  },
  {
    name: 'a service is booked as it was before the locks',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B6',
    changes: [
      {
        file: 'src/server/features/bookings/make/create-booking.ts',
        find: '  const parties = await lockBoth(',
        replace:
          "  const seen = (await readMenu(trx, wanted)) ?? notFound('Professional');\n  const parties = await lockBoth(",
      },
      {
        file: 'src/server/features/bookings/make/create-booking.ts',
        find: 'const services = chooseServices({ ...wanted, hasPictures, quote: now }, conditions);',
        replace: 'const services = chooseServices({ ...wanted, hasPictures, quote: now }, seen);',
      },
    ],
  },
  {
    name: 'a cancelled booking keeps its time',
    file: 'src/server/features/bookings/bookings.test.ts',
    tests: 'B8',
    changes: [
      {
        file: 'src/server/features/bookings/life/carry-out.ts',
        find: 'and (given.frees or t.reschedule_id',
        replace: 'and (t.reschedule_id',
      },
    ],
  },
  {
    name: 'the answer to an idempotency key is not stored',
    file: 'src/server/features/bookings/idempotency.test.ts',
    tests: 'B11',
    changes: [
      {
        file: 'src/server/features/idempotency/answer-once.ts',
        find: '    if (!(await claimKey(trx, { ...owner, request_hash }))) {',
        replace: '    if (!(await claimKey(trx, { ...owner, request_hash })) && Number.isNaN(0)) {',
      },
    ],
  },
  {
    name: 'the event is written after the commit of the change',
    file: 'src/server/features/bookings/crashes.slow.test.ts',
    tests: 'J1: confirm',
    changes: [
      {
        file: 'src/server/features/bookings/life/change-booking.ts',
        find: '  return transact(db, async (trx) => {',
        replace: '  let later = async (): Promise<void> => {};\n  const answer = await transact(db, async (trx) => {',
      },
      {
        file: 'src/server/features/bookings/life/change-booking.ts',
        find: '    const [changed] = await carryOut(trx, status, { by: caller.role, where, reason, requestId });',
        replace:
          '    const [changed] = await carryOut(trx, status, { by: caller.role, where, reason, requestId }, () => []);\n' +
          '    later = async () => {\n' +
          '      for (const one of changed ? newsOf(status, caller.role, [changed]) : [])\n' +
          '        await emit(db, one.event, one.payload as never, requestId);\n' +
          '    };',
      },
      {
        file: 'src/server/features/bookings/life/change-booking.ts',
        find: "import { carryOut } from './carry-out.ts';",
        replace: "import { emit } from '#server/outbox/emit.ts';\nimport { carryOut, newsOf } from './carry-out.ts';",
      },
      {
        file: 'src/server/features/bookings/life/change-booking.ts',
        find: 'caller.role, await databaseNow(trx)));\n  });',
        replace: 'caller.role, await databaseNow(trx)));\n  });\n  await later();\n  return answer;',
      },
    ],
  },
  {
    name: 'an event counts as done when it is handed to the queue',
    file: 'src/server/jobs/worker.slow.test.ts',
    tests: 'J2',
    changes: [
      {
        file: 'src/server/outbox/relay.ts',
        find: 'import { claimDispatch, markDispatched, postpone,',
        replace: 'import { claimDispatch, markDispatched, markDone, postpone,',
      },
      {
        file: 'src/server/outbox/relay.ts',
        find: '        await queue.add(ids.map((id) => ({ name, id })));\n',
        replace:
          '        await queue.add(ids.map((id) => ({ name, id })));\n' +
          "        if (table === 'outbox') for (const id of ids) await markDone(db, id);\n",
      },
    ],
  },
  {
    name: 'nothing keeps a delivery from being written twice',
    file: 'src/server/features/bookings/effects.test.ts',
    tests: 'J4',
    changes: [
      {
        file: 'migrations/20261127000000_schema.sql',
        find: '  constraint deliveries_event_channel_recipient_key unique (event_id, channel, recipient),\n',
        replace: '',
      },
      {
        file: 'src/server/outbox/queries.ts',
        find: '\n    on conflict on constraint deliveries_event_channel_recipient_key do nothing',
        replace: '',
      },
    ],
  },
  {
    name: 'two processes may send the same mail at once',
    file: 'src/server/features/bookings/effects.test.ts',
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
    name: 'a commit is answered before it is on the disk',
    file: 'src/server/features/bookings/durability.slow.test.ts',
    tests: 'jobs in PostgreSQL.*B12',
    changes: [
      {
        file: 'src/server/embedded/postgres.ts',
        find: '...(durable ? {} : {',
        replace: "...(durable ? { synchronous_commit: 'off' } : {",
      },
    ],
  },
  {
    name: 'a due booking whose transition fails stops the others',
    file: 'src/server/jobs/scheduled-transitions.test.ts',
    tests: 'blocks no other',
    changes: [
      {
        file: 'src/server/jobs/scheduled-transitions.ts',
        find: '    await postpone(db, due.name, id, error);\n',
        replace: '    throw error;\n',
      },
    ],
  },
  {
    name: 'sockets hear of a notification that is not committed yet',
    file: 'src/server/sockets/sockets.test.ts',
    tests: 'a notification reaches',
    changes: [
      {
        file: 'src/server/sockets/fan-out.ts',
        find: '    async tell() {},\n',
        replace:
          "    tell: async (_trx, written) => void written.forEach(({ user_id, id }) => publish(['notification', " +
          "user_id, id].join(' '))),\n",
      },
    ],
  },
  {
    name: 'logins at once do not see each other',
    file: 'src/server/features/auth/sessions.test.ts',
    tests: 'at most 20 sessions',
    changes: [
      { file: 'src/server/features/auth/sessions.ts', find: '    await lockUser(trx, userId);\n', replace: '' },
    ],
  },
  {
    name: 'a code is used up by nobody',
    file: 'src/server/features/auth/codes/login-by-code.test.ts',
    tests: 'S1, S9',
    changes: [
      {
        file: 'src/server/features/auth/codes/queries.ts',
        find: '    .where(hasCode(code))\n    .executeTakeFirst();\n  return numUpdatedRows > 0n;',
        replace:
          "    .where(hasCode(code))\n    .executeTakeFirst();\n  await trx.updateTable('code_attempts')" +
          '.set({ closed_at: null }).execute();\n  return numUpdatedRows > 0n;',
      },
    ],
  },
  {
    name: "somebody else's booking can be read",
    file: 'src/server/api/rights.test.ts',
    tests: 'rights',
    changes: [
      {
        file: 'src/server/features/bookings/show/find-queries.ts',
        find: "sees_all: role === 'admin',",
        replace: "sees_all: role !== 'professional',",
      },
    ],
  },
  {
    name: 'a mailed link is used up by nobody',
    file: 'src/server/features/waitlist',
    tests: 'S9: of 20',
    changes: [
      {
        file: 'src/server/links/mailed-links.ts',
        find: "    .where('used_at', 'is', null)\n    .where('expires_at', '>', clockNow)\n    .returning(",
        replace: "    .where('expires_at', '>', clockNow)\n    .returning(",
      },
    ],
  },
  {
    name: 'removed services stay counted',
    file: 'src/server/features/services/listing-counts.test.ts',
    tests: 'any history',
    changes: [
      {
        file: 'migrations/20261127000000_schema.sql',
        find: "      select 'services', category, -count(*) from old_rows where is_active",
        replace: "      select 'services', category, -count(*) from old_rows where tg_op = 'UPDATE' and is_active",
      },
    ],
  },
  {
    name: 'any violated constraint counts as a lost race',
    file: 'src/server/logging/failures.test.ts',
    tests: 'A15',
    changes: [
      {
        file: 'src/server/errors.ts',
        find: '  if (lostRace(error)) return outrun;',
        replace: "  if (lostRace(error) || error.code.startsWith('23')) return outrun;",
      },
    ],
  },
  {
    name: 'a call uses a second connection inside its transaction',
    file: 'src/server/db/one-connection.test.ts',
    tests: 'O3: with a pool of one',
    changes: [
      {
        file: 'src/server/features/bookings/life/change-booking.ts',
        find: 'await findBooking(trx, ',
        replace: 'await findBooking(db, ',
      },
    ],
  },
  {
    name: 'pictures: two uploads count at once, without the lock',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: 'of eight at once',
    changes: [
      {
        file: 'src/server/features/pictures/add-picture.ts',
        find:
          '      (await lockProfessional(trx, professionalId)) ?? unauthorized();\n' +
          '      await requireRoom(trx, professionalId, owner);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'feedback: those sent at once do not see each other',
    file: 'src/server/features/feedback/feedback.test.ts',
    tests: 'FEEDBACK_PER_HOUR',
    changes: [
      {
        file: 'src/server/features/feedback/queries.ts',
        find: ".where('id', '=', userId).forNoKeyUpdate().execute();",
        replace: ".where('id', '=', userId).execute();",
      },
    ],
  },
  {
    name: 'a wrapped deadlock is not tried again',
    file: 'src/server/features/bookings/idempotency.test.ts',
    tests: 'ends as a deadlock',
    changes: [
      {
        file: 'src/server/db/transact.ts',
        find: ' || lostRace(error.cause);',
        replace: ';',
      },
    ],
  },
  {
    name: 'a call under way writes for a professional whose account has ended',
    file: 'src/server/features/accounts/delete-account.test.ts',
    tests: 'of the own account are 401',
    changes: [
      {
        file: 'src/server/features/parties/lock-queries.ts',
        find: "    .where('user_id', 'is not', null)\n    .forNoKeyUpdate(),",
        replace: '    .forNoKeyUpdate(),',
      },
    ],
  },
];
