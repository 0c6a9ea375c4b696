/**
 * One way to break the product, and the tests that must notice: `tests` is the value of `vitest -t`, `file` the file or
 * folder of the tests.
 */
export type Mutation = {
  name: string;
  project: 'unit' | 'server' | 'chaos' | 'e2e';
  file: string;
  tests: string;
  /** `find` must occur exactly once in `file`; its white space does not matter (`apply-mutation.ts`). */
  changes: { file: string; find: string; replace: string }[];
};

/** A booking locks neither its client nor its professional. */
const withoutBookingLocks: Mutation['changes'] = [
  {
    file: 'src/server/features/bookings/create-queries.ts',
    find: '(select is_taken from taken) for no key update',
    replace: '(select is_taken from taken)',
  },
  {
    file: 'src/server/features/bookings/create-queries.ts',
    find: ' for no key update of p',
    replace: '',
  },
];

export const mutations: Mutation[] = [
  {
    name: 'the exclusion constraint is dropped',
    project: 'server',
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
    project: 'server',
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
    project: 'server',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B4',
    changes: withoutBookingLocks,
  },
  {
    name: 'a booking does not wait for a change of windows',
    project: 'server',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B9',
    changes: withoutBookingLocks,
  },
  {
    name: 'a booking is confirmed or cancelled by its id alone',
    project: 'server',
    file: 'src/server/features/bookings/change.test.ts',
    tests: 'B5',
    changes: [
      {
        file: 'src/server/features/bookings/transition-queries.ts',
        find: "    .where('bookings.status', 'in', statusesBefore(to, party.role))\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a request for another time holds nothing',
    project: 'server',
    file: 'src/server/features/reschedules/reschedules.test.ts',
    tests: 'both times are held',
    changes: [
      {
        file: 'src/server/features/reschedules/ask-queries.ts',
        find: "'hold', ${p.id}, start_time, end_time from parts",
        replace: "'hold', ${p.id}, start_time, end_time from parts where false",
      },
      {
        file: 'src/server/features/reschedules/ask-queries.ts',
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
    name: 'a client takes any free time as the new one, offered or not',
    project: 'server',
    file: 'src/server/features/reschedules/reschedules.test.ts',
    tests: '409: the same start',
    changes: [
      {
        file: 'src/server/features/reschedules/ask.ts',
        find: 'return isOffered(start, windows, spansOf(view.busy), rule);',
        replace: 'return isOffered(start, windows, spansOf(view.busy), rule) !== undefined;',
      },
    ],
  },
  {
    name: 'an end of a request leaves its time held',
    project: 'server',
    file: 'src/server/features/reschedules/races.test.ts',
    tests: 'B19: of accept',
    changes: [
      {
        file: 'src/server/features/reschedules/queries.ts',
        find: 'and t.reschedule_id = ended.id)',
        replace: 'and t.reschedule_id = ended.id and false)',
      },
    ],
  },
  {
    name: 'cancelled bookings do not count against the limit of bookings',
    project: 'server',
    file: 'src/server/features/bookings/booking-limit.test.ts',
    tests: 'J14',
    changes: [
      {
        file: 'src/server/features/bookings/create-queries.ts',
        find: 'lately(p, sql`not written_in`)',
        replace: "lately(p, sql`not written_in and status <> 'cancelled'`)",
      },
    ],
  },
  {
    name: 'a booking with a gap needs no busy times',
    project: 'server',
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
    project: 'server',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B6',
    changes: [
      {
        file: 'src/server/features/bookings/create-booking.ts',
        find: '  const parties = await lockBoth(',
        replace:
          "  const seen = (await readOffer(trx, wanted)) ?? notFound('Professional');\n  const parties = await lockBoth(",
      },
      {
        file: 'src/server/features/bookings/create-booking.ts',
        find: 'const services = chooseServices(input, conditions);',
        replace: 'const services = chooseServices(input, seen);',
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
        find: 'if (input.total_price !== undefined && !isTotal(input.total_price, sumOf(services))) {',
        replace:
          'if (input.total_price === Number.NEGATIVE_INFINITY && !isTotal(input.total_price, sumOf(services))) {',
      },
    ],
  },
  {
    name: 'a cancelled booking keeps its time',
    project: 'server',
    file: 'src/server/features/bookings/bookings.test.ts',
    tests: 'B8',
    changes: [
      {
        file: 'src/server/features/bookings/change-booking.ts',
        find: '  await freeBusyTime(trx, changed);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'what was booked is shown as the service is today',
    project: 'server',
    file: 'src/server/features/bookings/bookings.test.ts',
    tests: 'B10',
    changes: [
      {
        file: 'src/server/features/bookings/find-queries.ts',
        find: "'one.name', ",
        replace:
          "eb.selectFrom('services').select('name').whereRef('services.id', '=', " +
          "'one.service_id').$asScalar().$notNull().as('name'), ",
      },
    ],
  },
  {
    name: 'the answer to an idempotency key is not stored',
    project: 'server',
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
    project: 'server',
    file: 'src/server/features/bookings/crashes.slow.test.ts',
    tests: 'J1: confirm',
    changes: [
      {
        file: 'src/server/features/bookings/change-booking.ts',
        find: '  return transact(db, async (trx) => {',
        replace: '  let later = async (): Promise<void> => {};\n  const answer = await transact(db, async (trx) => {',
      },
      {
        file: 'src/server/features/bookings/change-booking.ts',
        find: '    if (changed) await writeConsequences(trx, changed, status, caller, ctx.requestId);',
        replace: '    if (changed) later = () => writeConsequences(db, changed, status, caller, ctx.requestId);',
      },
      {
        file: 'src/server/features/bookings/change-booking.ts',
        find: 'caller.role, await databaseNow(trx)));\n  });',
        replace: 'caller.role, await databaseNow(trx)));\n  });\n  await later();\n  return answer;',
      },
    ],
  },
  {
    name: 'an event counts as done when it is handed to the queue',
    project: 'server',
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
    project: 'server',
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
    project: 'server',
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
    name: 'a worker whose clock is wrong sends what another is sending',
    project: 'server',
    file: 'src/server/jobs/worker.slow.test.ts',
    tests: 'J6',
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
    project: 'server',
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
    name: 'a request waits for the queue',
    project: 'server',
    file: 'src/server/features/bookings/crashes.slow.test.ts',
    tests: 'J8',
    changes: [
      {
        file: 'src/server/features/bookings/router.ts',
        find: 'asValue<Booking>(await createBooking(ctx, input))',
        replace:
          'asValue<Booking>(await createBooking(ctx, input).then(async (text) => {\n' +
          "      const { openQueue } = await import('#server/outbox/queue.ts');\n" +
          "      await (await openQueue(ctx.deps.config, '', ctx.deps.log)).add([{ name: 'event', id: " +
          'ctx.requestId }]);\n      return text;\n    }))',
      },
    ],
  },
  {
    name: 'the system leaves pending bookings alone',
    project: 'server',
    file: 'src/server/features/bookings/effects.test.ts',
    tests: 'B4',
    changes: [
      {
        file: 'src/server/features/bookings/due-transitions.ts',
        find:
          "  { name: 'booking expiry', status: 'pending', due: 'due_at', to: 'cancelled', event: " +
          "'booking.cancelled' },\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a due booking whose transition fails stops the others',
    project: 'server',
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
    name: 'a request is mailed although it was answered already',
    project: 'server',
    file: 'src/server/features/bookings/emails.test.ts',
    tests: 'J13: emails of yesterday',
    changes: [
      {
        file: 'src/server/features/bookings/emails.ts',
        find: '    if (obsolete) return { skip: obsolete };\n',
        replace: '',
      },
    ],
  },
  {
    name: 'the cancellation of a request that was never mailed is mailed',
    project: 'server',
    file: 'src/server/features/bookings/emails.test.ts',
    tests: 'J14: a request that the client takes back',
    changes: [
      {
        file: 'src/server/features/bookings/emails.ts',
        find: '    if (isWithdrawal(change)) {',
        replace: "    if (isWithdrawal(change) && booking.id === '') {",
      },
    ],
  },
  {
    name: "the time for an email includes the mail server's answer",
    project: 'server',
    file: 'src/server/jobs/slow-mail-server.slow.test.ts',
    tests: 'waits for the answer to a complete email',
    changes: [
      {
        file: 'src/server/email/transport.ts',
        find: '      clearTimeout(timer);\n      timer = endAfter(times.answer);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'an attempt that was given up keeps its connection',
    project: 'server',
    file: 'src/server/jobs/slow-mail-server.slow.test.ts',
    tests: 'gives up before the email is complete',
    changes: [
      { file: 'src/server/email/transport.ts', find: ' signal: attempt.signal, onWritten }', replace: ' onWritten }' },
    ],
  },
  {
    name: 'emails that wait for an answer hold the jobs',
    project: 'server',
    file: 'src/server/jobs/slow-mail-server.slow.test.ts',
    tests: 'J13: 50 emails',
    changes: [
      {
        file: 'src/server/jobs/email-limiter.ts',
        find: '{ onData: resolve, abandoned: abandoned.signal }',
        replace: '{ abandoned: abandoned.signal }',
      },
    ],
  },
  {
    name: 'it is tried once to record that an email was sent',
    project: 'server',
    file: 'src/server/jobs/slow-mail-server.slow.test.ts',
    tests: 'records an accepted email',
    changes: [
      {
        file: 'src/server/jobs/send-delivery.ts',
        find: 'if (abandoned?.aborted || performance.now() > until) throw error;',
        replace: 'if (abandoned?.aborted || performance.now() < until) throw error;',
      },
    ],
  },
  {
    name: 'a lease is not renewed',
    project: 'server',
    file: 'src/server/jobs/slow-mail-server.slow.test.ts',
    tests: 'keeps its lease',
    changes: [
      {
        file: 'src/server/jobs/keep-lease.ts',
        find: 'const renewEvery = 3_000;',
        replace: 'const renewEvery = 3_000_000;',
      },
    ],
  },
  {
    name: 'each email asks a mail server that asks to wait',
    project: 'server',
    file: 'src/server/jobs/mail-outage.slow.test.ts',
    tests: 'limits of the mail server',
    changes: [{ file: 'src/server/email/pause.ts', find: 'if (left > 0) return { pausedFor: left };', replace: '' }],
  },
  {
    name: 'a mail server that is away uses up attempts',
    project: 'server',
    file: 'src/server/jobs/mail-outage.slow.test.ts',
    tests: 'O8',
    changes: [
      {
        file: 'src/server/jobs/send-delivery.ts',
        find: 'if (error instanceof EmailDeferred) {',
        replace: 'if (error === undefined) {',
      },
    ],
  },
  {
    name: 'a mail server that is away is asked for ever',
    project: 'server',
    file: 'src/server/jobs/mail-outage.slow.test.ts',
    tests: 'it refuses connections',
    changes: [
      {
        file: 'src/server/outbox/queries.ts',
        find: 'const deferral = { days: 3,',
        replace: 'const deferral = { days: 3_000,',
      },
    ],
  },
  {
    name: 'pictures are made without a limit of memory',
    project: 'server',
    file: 'src/server/images/renderer.slow.test.ts',
    tests: 'memory',
    changes: [
      {
        file: 'src/server/images/renderer.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
        find: 'return { execPath: prlimit, execArgv: [`--data=${memory}`, ',
        replace: 'return { execPath: prlimit, execArgv: [',
      },
    ],
  },
  {
    name: 'nobody catches what the demo pictures throw',
    project: 'server',
    file: 'src/server/process/first-query.slow.test.ts',
    tests: 'as worker',
    changes: [
      {
        file: 'src/server/process/background.ts',
        find: 'log.warn({ err: error }, failed);',
        replace: 'throw error;',
      },
    ],
  },
  {
    name: 'a queue that failed once stays away',
    project: 'server',
    file: 'src/server/outbox/queue-away.slow.test.ts',
    tests: 'J10',
    changes: [
      {
        file: 'src/server/outbox/reopening.ts',
        find: 'while (!closing.signal.aborted) {',
        replace: 'if (!closing.signal.aborted) {',
      },
    ],
  },
  {
    name: 'a killed worker keeps its jobs for a minute',
    project: 'server',
    file: 'src/server/jobs/killed-workers.slow.test.ts',
    tests: 'J5',
    changes: [
      {
        file: 'src/server/outbox/queue.ts',
        find: 'lockDuration: 8_000, stalledInterval: 5_000',
        replace: 'lockDuration: 60_000, stalledInterval: 30_000',
      },
      {
        file: 'src/server/outbox/queries.ts',
        find: 'export const sendingLease = 10;',
        replace: 'export const sendingLease = 60;',
      },
    ],
  },
  {
    name: 'workers are notified before the change is committed',
    project: 'server',
    file: 'src/server/outbox/notify-workers.test.ts',
    tests: 'a change notifies',
    changes: [
      {
        file: 'src/server/http/call.ts',
        find: '    const answer = await call(ctx, input);\n    ctx.deps.workerNotifier.notify();\n    return answer;',
        replace:
          '    ctx.deps.workerNotifier.notify();\n    await new Promise((resolve) => setTimeout(resolve, 200));\n' +
          '    return call(ctx, input);',
      },
    ],
  },
  {
    name: 'a lost connection to Redis leaves the sockets as they are',
    project: 'server',
    file: 'src/server/push/sockets.test.ts',
    tests: 'after a lost connection',
    changes: [{ file: 'src/server/push/fan-out.ts', find: "      redis.on('close', lost('Redis'));\n", replace: '' }],
  },
  {
    name: 'what Redis was not told is forgotten',
    project: 'server',
    file: 'src/server/push/sockets.test.ts',
    tests: 'what a worker could not tell',
    changes: [{ file: 'src/server/push/fan-out.ts', find: '        owes = true;\n', replace: '' }],
  },
  {
    name: 'sockets hear of a notification that is not committed yet',
    project: 'server',
    file: 'src/server/push/sockets.test.ts',
    tests: 'a notification reaches',
    changes: [
      {
        file: 'src/server/push/fan-out.ts',
        find: '    async tell() {},\n',
        replace:
          "    tell: async (_trx, written) => void written.forEach(({ user_id, id }) => publish(['notification', " +
          "user_id, id].join(' '))),\n",
      },
    ],
  },
  {
    name: 'a stopped worker leaves its jobs as they are',
    project: 'server',
    file: 'src/server/jobs/worker.slow.test.ts',
    tests: 'J11',
    changes: [
      {
        file: 'src/server/outbox/queue.ts',
        find: 'answered(closesWithin, worker.close())',
        replace: 'answered(closesWithin, worker.close(true))',
      },
      {
        file: 'src/server/outbox/queue.ts',
        find:
          '      await answered(Math.max(0, until - performance.now()), Promise.allSettled(running)).catch(() => ' +
          '{});\n',
        replace: '',
      },
      // Which waits for transactions that are under way, too.
      {
        file: 'src/server/main.ts',
        find: '      await Promise.all([db.destroy(), searchDb.destroy()]);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'all old rows are deleted at once',
    project: 'server',
    file: 'src/server/jobs/clean-up.test.ts',
    tests: 'at most 1,000 in a statement',
    changes: [
      { file: 'src/server/jobs/clean-up.ts', find: 'const batch = 1_000;', replace: 'const batch = 1_000_000;' },
    ],
  },
  {
    name: 'a booking need not be on the grid',
    project: 'server',
    file: 'src/server/features/bookings/offered.test.ts',
    tests: 'B7',
    changes: [
      {
        file: 'src/server/features/bookings/create-booking.ts',
        find: '  return isOffered(start, windows,',
        replace: '  return windows.length > 0 || isOffered(start, windows,',
      },
    ],
  },
  {
    name: 'hours are not cut around single windows',
    project: 'server',
    file: 'src/server/features/hours/windows-by-minute.test.ts',
    tests: 'B17',
    changes: [
      {
        file: 'src/shared/rules/hour-windows.ts',
        find: 'singles.length > 0 ? without(span, singles) : [span]',
        replace: '[span]',
      },
    ],
  },
  {
    name: 'a part of a visit may be in time off',
    project: 'server',
    file: 'src/server/features/hours/races.test.ts',
    tests: 'B17',
    changes: [
      {
        file: 'src/server/features/bookings/create-booking.ts',
        find: 'const off = merged(spansOf(conditions.off));',
        replace: 'const off = merged(spansOf(null));',
      },
    ],
  },
  {
    name: 'what a request for another time holds is offered',
    project: 'server',
    file: 'src/server/features/hours/parts-model.test.ts',
    tests: 'B18',
    changes: [
      {
        file: 'src/server/features/hours/queries.ts',
        find: 'as busy from busy_times t where',
        replace: "as busy from busy_times t where t.kind <> 'hold' and",
      },
    ],
  },
  {
    name: 'a client asks for a time within time off',
    project: 'server',
    file: 'src/server/features/hours/parts-model.test.ts',
    tests: 'B18',
    changes: [
      {
        file: 'src/server/features/reschedules/ask.ts',
        find: 'off: merged(spansOf(view.off))',
        replace: 'off: merged(spansOf(null))',
      },
    ],
  },
  {
    name: 'free times are remembered',
    project: 'server',
    file: 'src/server/features/bookings/races.test.ts',
    tests: 'B16',
    changes: [
      {
        file: 'src/server/features/availability/list-slots.ts',
        find: '  const { busy, rule } = prepared(inputs, range.service_ids, await visitOf(ctx, id, range.booking_id));\n  const windows',
        replace:
          '  const cache = globalThis as { windows?: Record<string, unknown> };\n' +
          '  cache.windows ??= {};\n  cache.windows[id] ??= prepared(inputs, range.service_ids);\n' +
          '  const { busy, rule } = cache.windows[id] as ReturnType<typeof prepared>;\n' +
          '  const windows',
      },
    ],
  },
  {
    name: 'a window may end before it starts',
    project: 'server',
    file: 'src/server/features/availability/availability.test.ts',
    tests: 'B15',
    changes: [{ file: 'src/shared/availability.ts', find: 'if (length <= 0)', replace: 'if (length < -1e12)' }],
  },
  {
    name: "a window's hours are UTC cut to the minute",
    project: 'e2e',
    file: 'tests/e2e',
    tests: 'B14',
    changes: [
      {
        file: 'src/client/features/forms/availability-form.tsx',
        find: "start_time: window ? toLocalInput(Date.parse(window.start_time), zone) : ''",
        replace: "start_time: window ? window.start_time.slice(0, 16) : ''",
      },
    ],
  },
  {
    name: "hours are the server's",
    project: 'unit',
    file: 'src/shared/time.test.ts',
    tests: 'on a machine in',
    changes: [
      {
        file: 'src/shared/time.ts',
        find: '  const wall = new Date(ms + zoneOffset(ms, zone));',
        replace: '  const wall = new Date(ms - new Date(ms + 0 * zoneOffset(ms, zone)).getTimezoneOffset() * 60_000);',
      },
    ],
  },
  {
    name: 'the token is stored as it is',
    project: 'server',
    file: 'src/server/features/auth/sessions.test.ts',
    tests: 'S1',
    changes: [
      {
        file: 'src/server/links/tokens.ts',
        find: "return createHash('sha256').update(token).digest('hex');",
        replace: "return token.length === 64 ? token : createHash('sha256').update(token).digest('hex');",
      },
      {
        file: 'src/server/links/tokens.ts',
        find: "randomBytes(32).toString('base64url')",
        replace: "randomBytes(32).toString('hex')",
      },
    ],
  },
  {
    name: 'no hash is computed for an unknown user',
    project: 'server',
    file: 'src/server/features/auth/login.test.ts',
    tests: 'S7',
    changes: [
      {
        file: 'src/server/features/auth/login.ts',
        find: '    const matches = await passwordMatches(stored, password);',
        replace: '    const matches = found !== undefined && (await passwordMatches(stored, password));',
      },
    ],
  },
  {
    name: 'logins at once do not see each other',
    project: 'server',
    file: 'src/server/features/auth/sessions.test.ts',
    tests: 'at most 20 sessions',
    changes: [
      { file: 'src/server/features/auth/sessions.ts', find: '    await lockUser(trx, userId);\n', replace: '' },
    ],
  },
  {
    name: 'hashing is first come, first served',
    project: 'server',
    file: 'src/server/features/auth/hashes-limiter.test.ts',
    tests: 'S5',
    changes: [
      {
        file: 'src/server/limits/limiter.ts',
        find: '    if (running.size >= size) return undefined;',
        replace: '    if (running.size >= 0) return running.size >= size ? undefined : waiting[0];',
      },
    ],
  },
  {
    name: 'guesses from many addresses are as fast as they come',
    project: 'server',
    file: 'src/server/features/auth/guessing.test.ts',
    tests: 'S6',
    changes: [
      {
        file: 'src/server/features/auth/login.ts',
        find: '  if (!isKnown) await recordGuess(db, keys.account);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a wrong code takes no try of its attempt',
    project: 'server',
    file: 'src/server/features/auth/codes/login-by-code.test.ts',
    tests: 'S6',
    changes: [
      { file: 'src/server/features/auth/codes/queries.ts', find: 'then 0 else 1 end', replace: 'then 0 else 0 end' },
    ],
  },
  {
    name: 'a code is used up by nobody',
    project: 'server',
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
    name: 'a code fits another attempt, too',
    project: 'server',
    file: 'src/server/features/auth/codes/login-by-code.test.ts',
    tests: 'S1, S9',
    changes: [
      {
        file: 'src/server/features/auth/codes/queries.ts',
        find: 'codes.attempt_hash = code_attempts.hash and ',
        replace: '',
      },
      {
        file: 'src/server/features/auth/codes/hash-code.ts',
        find: '{attemptHash}`)',
        replace: '{attemptHash.length}`)',
      },
    ],
  },
  {
    name: 'wrong codes are no failed logins',
    project: 'server',
    file: 'src/server/features/auth/codes/login-by-code.test.ts',
    tests: 'S6',
    changes: [
      {
        file: 'src/server/features/auth/codes/guess.ts',
        find: '    await countAttempt(db, config, guess.keys);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'codes are mailed without an end',
    project: 'server',
    file: 'src/server/features/auth/codes/limits.slow.test.ts',
    tests: 'mails of codes',
    changes: [{ file: 'src/server/features/auth/codes/effects.ts', find: '!mayMailCode(mails)', replace: 'false' }],
  },
  {
    name: 'a password is no longer asked for where a code was given',
    project: 'server',
    file: 'src/server/features/auth/codes/without-password.test.ts',
    tests: 'an account with a password',
    changes: [
      {
        file: 'src/server/features/auth/confirm-identity.ts',
        find: '  if (ctx.caller.has_password) {',
        replace: '  if (ctx.caller.has_password && code === undefined) {',
      },
    ],
  },
  {
    name: 'a disabled professional can be booked',
    project: 'server',
    file: 'src/server/features/users',
    tests: 'S15',
    changes: [
      {
        file: 'src/server/features/bookings/create-queries.ts',
        find: "isVisible('p')} as is_visible, slot_interval_minutes",
        replace: "sql.ref('p.is_active')} as is_visible, slot_interval_minutes",
      },
    ],
  },
  {
    name: "somebody else's booking can be read",
    project: 'server',
    file: 'src/server/api/rights.test.ts',
    tests: 'rights',
    changes: [
      {
        file: 'src/server/features/bookings/find-queries.ts',
        find: "sees_all: role === 'admin',",
        replace: "sees_all: role !== 'professional',",
      },
    ],
  },
  {
    name: 'a mailed link is used up by nobody',
    project: 'server',
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
    name: 'a session starts whatever became of the password that was verified',
    project: 'server',
    file: 'src/server/features/auth/login-races.test.ts',
    tests: 'has another password',
    changes: [
      {
        file: 'src/server/features/auth/queries.ts',
        find: '::text is null or password_hash',
        replace: '::text is null or true or password_hash',
      },
    ],
  },
  {
    name: 'a mistyped new address can still be confirmed after the right one was asked for',
    project: 'server',
    file: 'src/server/features/auth/change-email.test.ts',
    tests: 'only the last request counts',
    changes: [
      {
        file: 'src/server/features/auth/change-email.ts',
        find: "      await consumeLinksOf(trx, caller.id, 'email_change');\n",
        replace: '',
      },
      {
        file: 'src/server/features/auth/change-email.ts',
        find: 'change?.email !== email || ',
        replace: 'change === undefined || ',
      },
    ],
  },
  {
    name: 'a link to the old mailbox opens the account after its address changed',
    project: 'server',
    file: 'src/server/features/auth/change-email.test.ts',
    tests: 'over rest',
    changes: [
      {
        file: 'src/server/features/auth/change-email.ts',
        find: '      await consumeLinksOf(trx, user_id);\n      await forgetLinks(trx, previous_email);\n',
        replace: '',
      },
    ],
  },
  {
    name: "a deleted client's words stay with their bookings",
    project: 'server',
    file: 'src/server/features/auth/delete-account.test.ts',
    tests: 'a client',
    changes: [
      {
        file: 'src/server/features/auth/delete-account.ts',
        find: '  await forgetParty(trx, party);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'confirmed bookings ahead are cancelled without a word',
    project: 'server',
    file: 'src/server/features/auth/delete-account.test.ts',
    tests: 'a client',
    changes: [
      {
        file: 'src/server/features/auth/delete-account.ts',
        find: 'if (!confirm) await refuseAhead(trx, party);',
        replace: '',
      },
    ],
  },
  {
    name: 'a former professional gets a name again by a call that was under way',
    project: 'server',
    file: 'src/server/features/auth/delete-account.test.ts',
    tests: 'of the own account',
    changes: [
      {
        file: 'migrations/20261127000000_schema.sql',
        find: "check (user_id is not null or (display_name = 'Former professional'",
        replace: "check (true or (display_name = 'Former professional'",
      },
    ],
  },
  {
    name: 'a deletion waits for an answer for each cancelled booking',
    project: 'server',
    file: 'src/server/features/auth/delete-account.test.ts',
    tests: 'with many bookings ahead',
    changes: [
      {
        file: 'src/server/features/auth/delete-account.ts',
        find: "await emitEach(trx, 'booking.cancelled', told, requestId)",
        replace: "for (const one of told) await emitEach(trx, 'booking.cancelled', [one], requestId)",
      },
    ],
  },
  {
    name: 'an event that is carried out meanwhile writes down the name of a deleted client',
    project: 'server',
    file: 'src/server/features/auth/delete-account.test.ts',
    tests: 'an event that is carried out',
    changes: [
      { file: 'src/server/features/bookings/effects.ts', find: '  await holdParties(trx, booking_id);\n', replace: '' },
    ],
  },
  {
    name: 'a deletion goes by the address that the account had when its request began',
    project: 'server',
    file: 'src/server/features/auth/delete-account.test.ts',
    tests: 'were replaced meanwhile',
    changes: [
      {
        file: 'src/server/features/auth/delete-account.ts',
        find: 'deleteEntry(trx, email)',
        replace: 'deleteEntry(trx, caller.email)',
      },
    ],
  },
  {
    name: 'a client whose account was just deleted books',
    project: 'server',
    file: 'src/server/features/auth/delete-account.test.ts',
    tests: 'a booking by or with',
    changes: [
      {
        file: 'src/server/features/bookings/create-queries.ts',
        find: 'and user_id is not null and not',
        replace: 'and not',
      },
    ],
  },
  {
    name: 'a reset password leaves the old sessions alive',
    project: 'server',
    file: 'src/server/features/auth/password-links.test.ts',
    tests: 'the mailed link sets a new one',
    changes: [
      {
        file: 'src/server/features/auth/reset-password.ts',
        find: '  await deleteSessionsOfUser(trx, userId);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a forgotten password writes nothing for an unknown address',
    project: 'server',
    file: 'src/server/features/auth/password-links.test.ts',
    tests: 'S9, S7',
    changes: [
      {
        file: 'src/server/features/auth/reset-password.ts',
        find: '  await emitResetRequest(',
        replace:
          "  if (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) await " +
          'emitResetRequest(',
      },
    ],
  },
  {
    name: 'an account is mailed reset links without an end',
    project: 'server',
    file: 'src/server/features/auth/password-links.test.ts',
    tests: 'three links an hour',
    changes: [
      { file: 'src/server/features/auth/effects.ts', find: '>= resetsAnHour) return;', replace: '>= 1_000) return;' },
    ],
  },
  {
    name: 'the most common passwords may be chosen',
    project: 'server',
    file: 'src/server/features/auth/password-links.test.ts',
    tests: 'the password "password"',
    changes: [
      {
        file: 'src/server/features/auth/new-password.ts',
        find: '!commonPasswords().has(chosen.toLowerCase())',
        replace: 'true',
      },
    ],
  },
  {
    name: 'who is approved again is mailed again',
    project: 'server',
    file: 'src/server/features/waitlist/decisions.test.ts',
    tests: 'approve mails an invitation',
    changes: [
      {
        file: 'src/server/features/waitlist/decide.ts',
        find:
          "if (found.status === 'approved') return { entry: found, isNew: false };\n" +
          "  if (found.status !== 'verified') conflict(",
        replace: "if (found.status !== 'verified' && found.status !== 'approved') conflict(",
      },
    ],
  },
  {
    name: 'the waitlist mails without an end',
    project: 'server',
    file: 'src/server/features/waitlist',
    tests: 'S8: three mails',
    changes: [{ file: 'src/server/features/waitlist/effects.ts', find: '< signupEmailsADay)', replace: '< 1_000)' }],
  },
  {
    name: 'a link verifies what was typed last',
    project: 'server',
    file: 'src/server/features/waitlist/waitlist.test.ts',
    tests: 'S8: a link verifies',
    changes: [
      {
        file: 'src/server/features/waitlist/verify.ts',
        find: 'await markVerified(trx, used)',
        replace: 'await markVerified(trx, { ...used, signup_id: null })',
      },
    ],
  },
  {
    name: 'the waitlist does less for an address that it knows',
    project: 'server',
    file: 'src/server/features/waitlist',
    tests: 'S8: the same rows',
    changes: [
      {
        file: 'src/server/features/waitlist/sign-up.ts',
        find: "    await emit(trx, 'waitlist.signed_up'",
        replace:
          "    const known = await trx.selectFrom('waitlist_entries').select('status').where('id', '=', " +
          "id).executeTakeFirst();\n    if (known?.status === 'unverified') await emit(trx, 'waitlist.signed_up'",
      },
    ],
  },
  {
    name: 'a change is told to nobody',
    project: 'server',
    file: 'src/server/search/fresh.test.ts',
    tests: 'a service that is created',
    changes: [
      {
        file: 'migrations/20261127000000_schema.sql',
        find:
          "    perform pg_notify('listings', professional_id::text) from (select distinct professional_id from " +
          'new_rows) changed;\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a lost connection leaves the search as it was',
    project: 'server',
    file: 'src/server/search/fresh.test.ts',
    tests: 'listening connection breaks',
    changes: [
      {
        file: 'src/server/search/search.ts',
        find: '        isListening = false;\n        fallBehind();\n',
        replace: '        isListening = false;\n',
      },
    ],
  },
  {
    name: 'every word of a search counts',
    project: 'server',
    file: 'src/server/features/services/services.test.ts',
    tests: 'six different words',
    changes: [{ file: 'src/server/search/text.ts', find: '.slice(0, searchBounds.words)', replace: '' }],
  },
  {
    name: 'a search by time knows no time off',
    project: 'server',
    file: 'src/server/features/next-free-slots/by-time.test.ts',
    tests: 'equals a naive filter over the slots',
    changes: [
      { file: 'src/server/search/slot-basis.ts', find: 'basis.off.length > 0', replace: 'basis.off.length > 9_999' },
    ],
  },
  {
    name: 'a search by time does not look at what has changed',
    project: 'server',
    file: 'src/server/features/next-free-slots/by-time.test.ts',
    tests: 'show at once in every process',
    changes: [
      {
        file: 'src/server/search/search.ts',
        find: 'if (isOutdated(bases.get(id), version)) outdated.add(id);',
        replace: ';',
      },
    ],
  },
  {
    name: 'no typing error is forgiven',
    project: 'server',
    file: 'src/server/search/search.test.ts',
    tests: 'with one mistyped word',
    changes: [
      {
        file: 'src/server/search/word-index.ts',
        find: 'if (lettersOf(typed) >= searchBounds.errorFrom && !number.test(typed))',
        replace: 'if (lettersOf(typed) > 100)',
      },
    ],
  },
  {
    name: 'a service that is added while its professional is hidden does not wait',
    project: 'server',
    file: 'src/server/features/services/listing-counts.test.ts',
    tests: 'while its professional is hidden',
    changes: [
      {
        file: 'migrations/20261127000000_schema.sql',
        find: ' where id = new.professional_id for share;',
        replace: ' where id = new.professional_id;',
      },
    ],
  },
  {
    name: 'removed services stay counted',
    project: 'server',
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
    name: 'one caller may take all turns of lists',
    project: 'server',
    file: 'src/server/http/lists-limiter.test.ts',
    tests: 'A13: however',
    changes: [
      {
        file: 'src/server/limits/limiter.ts',
        find: 'shares ?? [Math.max(1, Math.floor(size / 4))];',
        replace: 'shares ?? [size];',
      },
    ],
  },
  {
    name: 'requests are counted by session',
    project: 'server',
    file: 'src/server/http/rate-limit.test.ts',
    tests: 'A14: counts a user',
    changes: [
      {
        file: 'src/server/http/identify.ts',
        find: 'request.caller.id}`, calls',
        replace: 'request.caller.session_id}`, calls',
      },
    ],
  },
  {
    name: 'any violated constraint counts as a lost race',
    project: 'server',
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
    name: 'the cause of a 503 is not logged',
    project: 'server',
    file: 'src/server/logging/failures.test.ts',
    tests: 'the cause of an answer of 503',
    changes: [
      {
        file: 'src/server/http/problems.ts',
        find: '  if (status < 500) return;',
        replace: '  if (status !== 500) return;',
      },
    ],
  },
  {
    name: 'a call uses a second connection inside its transaction',
    project: 'server',
    file: 'src/server/db/one-connection.test.ts',
    tests: 'O3: with a pool of one',
    changes: [
      {
        file: 'src/server/features/bookings/change-booking.ts',
        find: 'await findBooking(trx, ',
        replace: 'await findBooking(db, ',
      },
    ],
  },
  {
    name: 'the calls of a batch run at the same time',
    project: 'server',
    file: 'src/server/db/one-connection.test.ts',
    tests: 'O3: the calls of a batch',
    changes: [
      {
        file: 'src/server/http/trpc.ts',
        find:
          '        answers.push(await answerOf(name, batch ? index : undefined, request, contextOf(request, ' +
          'reply)));\n      }',
        replace:
          '        answers.push(answerOf(name, batch ? index : undefined, request, contextOf(request, reply)) as ' +
          'never);\n      }\n      answers.splice(0, answers.length, ...(await Promise.all(answers)));',
      },
    ],
  },
  {
    name: 'the bio is written as HTML, and the policy allows it',
    project: 'e2e',
    file: 'tests/e2e/xss.slow.test.ts',
    tests: 'for a visitor',
    changes: [
      {
        file: 'src/server/http/headers.ts',
        find: '            requireTrustedTypesFor: ["\'script\'"],\n',
        replace: '',
      },
      {
        file: 'src/client/routes/public-professional-page.tsx',
        find: "<p className={styles.bio}>{bio || 'No bio available.'}</p>",
        replace: '<p className={styles.bio} dangerouslySetInnerHTML={{ __html: bio ?? "" }} />',
      },
    ],
  },
  {
    name: 'the image store answers without looking at the signature',
    project: 'server',
    file: 'src/server/embedded/s3.test.ts',
    tests: 'S16',
    changes: [
      {
        file: 'src/server/embedded/s3-thread.ts',
        find: "  if ('status' in verified) return refuse(response, verified);\n",
        replace: '',
      },
      {
        file: 'src/server/embedded/s3-thread.ts',
        find: '  if (verified.bodyHash !== undefined',
        replace: "  if ('bodyHash' in verified && verified.bodyHash !== undefined",
      },
    ],
  },
  {
    name: 'the image store does not compare the body with what was signed',
    project: 'server',
    file: 'src/server/embedded/s3.test.ts',
    tests: 'a signed request that was changed',
    changes: [
      {
        file: 'src/server/embedded/s3-thread.ts',
        find: '  if (verified.bodyHash !== undefined',
        replace: '  if (verified.bodyHash === undefined',
      },
    ],
  },
  {
    name: 'the inbox answers every Host and Origin',
    project: 'server',
    file: 'src/server/embedded/inbox.test.ts',
    tests: 'S16',
    changes: [{ file: 'src/server/embedded/inbox-thread.ts', find: 'guardInbox(web.server, uiPort);\n', replace: '' }],
  },
  {
    name: 'what an earlier version made as the superuser stays its own',
    project: 'server',
    file: 'src/server/embedded/postgres.slow.test.ts',
    tests: 'S16',
    changes: [
      {
        file: 'src/server/embedded/postgres-roles.ts',
        find: '    for (const { statement } of rows) await client.query(statement);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'the application is a superuser',
    project: 'server',
    file: 'src/server/embedded/postgres.slow.test.ts',
    tests: 'S16',
    changes: [
      {
        file: 'src/server/embedded/postgres-roles.ts',
        find: 'with login nosuperuser',
        replace: 'with login superuser',
      },
    ],
  },
  {
    name: 'files of earlier versions stay open to other users',
    project: 'server',
    file: 'src/server/embedded/data-dir.test.ts',
    tests: 'S16',
    changes: [
      {
        file: 'src/server/embedded/data-dir.ts',
        find: '!== 0) await closeAll(folder);',
        replace: '< 0) await closeAll(folder);',
      },
    ],
  },
  {
    name: 'a page whose address holds a token gets the script of others',
    project: 'server',
    file: 'src/server/http/web.test.ts',
    tests: 'S17',
    changes: [
      {
        file: 'src/server/http/web.ts',
        find: ' && !carriesToken(address)',
        replace: '',
      },
    ],
  },
  {
    name: 'the policy of a page whose address holds a token names the origin of others',
    project: 'server',
    file: 'src/server/http/web.test.ts',
    tests: 'S17',
    changes: [
      {
        file: 'src/server/http/headers.ts',
        find: '  return { ...securityHeaders(config, development), ',
        replace: '  return { ',
      },
    ],
  },
  {
    name: 'pictures: two uploads count at once, without the lock',
    project: 'server',
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
    name: 'pictures: a failed row leaves its files',
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: 'rows and files agree',
    changes: [
      {
        file: 'src/server/features/pictures/add-picture.ts',
        find: '    if (wroteNothing(error)) await removeFiles(deps, [storage_key]);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'pictures: the sweep does not know the pictures of professionals',
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: 'rows and files agree',
    changes: [
      {
        file: 'src/server/features/images/queries.ts',
        find:
          "    .unionAll(db.selectFrom('professional_pictures').select('storage_key').where('storage_key', '=', " +
          "anyOf(keys, 'text')))\n",
        replace: '',
      },
    ],
  },
  {
    name: 'pictures: lists keep the first picture of before a change',
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: 'lists carry',
    changes: [
      {
        file: 'migrations/20261127000000_schema.sql',
        find:
          'create trigger professional_pictures_updated after update on professional_pictures\n' +
          '  referencing old table as old_rows new table as new_rows for each statement execute function ' +
          'professional_pictures_written();\n',
        replace: '',
      },
    ],
  },
  {
    name: "pictures: a hidden professional's are shown",
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: 'what others do not see',
    changes: [
      {
        file: 'src/server/features/pictures/router.ts',
        find: "      if (!(await professionalVisible(ctx.db, id, ctx.caller))) notFound('Professional');\n",
        replace: '',
      },
    ],
  },
  {
    name: "pictures: one shows another professional's service",
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: 'only an own service',
    changes: [
      {
        file: 'src/server/features/pictures/add-picture.ts',
        find: 'service.professional.id !== professionalId',
        replace: 'service.professional.id === null',
      },
    ],
  },
  {
    name: 'pictures: an address that only looks like ours is taken for ours',
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: 'answers and accepts',
    changes: [
      {
        file: 'src/server/images/addresses.ts',
        find:
          "  return ['', publicUrl, publicImageBaseUrl].includes(address.slice(0, -path.length)) ? path : " +
          'undefined;',
        replace: '  return path;',
      },
    ],
  },
  {
    name: 'pictures: a deletion leaves a gap in the order',
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: 'moves to a position',
    changes: [
      {
        file: 'src/server/features/pictures/queries.ts',
        find: '  await putInOrder(trx, professionalId, await idsInOrder(trx, professionalId));\n',
        replace: '',
      },
    ],
  },
  {
    name: 'pictures: a deleted picture of work stays the profile picture',
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: 'leaves no address behind',
    changes: [
      {
        file: 'src/server/features/pictures/queries.ts',
        find: '.set({ profile_picture: null, updated_at: clockNow })',
        replace: '.set({ updated_at: clockNow })',
      },
    ],
  },
  {
    name: 'pictures: a crop keeps the whole picture',
    project: 'e2e',
    file: 'tests/e2e/pictures.slow.test.ts',
    tests: 'uploads, crops',
    changes: [
      {
        file: 'src/client/features/pictures/crop-dialog.tsx',
        find: 'image.current, crop.left, crop.top, crop.side, crop.side, 0, 0',
        replace: 'image.current, 0, 0, size.width, size.height, 0, 0',
      },
    ],
  },
  {
    name: 'pictures: a closed lightbox loses the focus',
    project: 'e2e',
    file: 'tests/e2e/pictures.slow.test.ts',
    tests: 'uploads, crops',
    changes: [
      {
        file: 'src/client/features/pictures/lightbox.tsx',
        find: '            giveBack();\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a tab forgets to ask again after a loss of its connection',
    project: 'e2e',
    file: 'tests/e2e/live-updates.slow.test.ts',
    tests: 'F8: with two people',
    changes: [
      {
        file: 'src/client/features/live/live-connection.ts',
        find: '    if (hasConnected) hears.missed();\n    else ',
        replace: '    if (!hasConnected) ',
      },
    ],
  },
  {
    name: 'each tab has a connection of its own',
    project: 'e2e',
    file: 'tests/e2e/live-updates.slow.test.ts',
    tests: 'F8: three tabs',
    changes: [
      {
        file: 'src/client/features/live/live-connection.ts',
        find: 'navigator.locks && typeof',
        replace: '!navigator.locks && typeof',
      },
    ],
  },
  {
    name: 'an unsubscribe link works without its signature',
    project: 'server',
    file: 'src/server/features/users/unsubscribe.test.ts',
    tests: 'a link switches off',
    changes: [
      { file: 'src/server/links/unsubscribe-links.ts', find: ' || !timingSafeEqual(given, expected)', replace: '' },
    ],
  },
  {
    name: 'the first login of an account is mailed',
    project: 'server',
    file: 'src/server/features/auth/new-device.test.ts',
    tests: 'a sign-in from a new browser family',
    changes: [
      {
        file: 'src/server/features/auth/device-queries.ts',
        find: 'where before.any and recorded.is_new',
        replace: 'where recorded.is_new',
      },
    ],
  },
  {
    name: 'a job that failed keeps its place until it is tried again',
    project: 'server',
    file: 'src/server/jobs/worker.slow.test.ts',
    tests: 'PostgreSQL.*J7',
    changes: [
      {
        file: 'src/server/jobs/handle-event.ts',
        find: "    await markFailed(db, 'outbox', id, { error });",
        replace:
          "    await markFailed(db, 'outbox', id, { error });\n" +
          '    await new Promise((resolve) => setTimeout(resolve, 90_000));',
      },
    ],
  },
  {
    name: 'a worker that is stopped waits four minutes for the mail server',
    project: 'server',
    file: 'src/server/jobs/slow-mail-server.slow.test.ts',
    tests: 'J11',
    changes: [
      {
        file: 'src/server/outbox/queue.ts',
        find: 'export const closesWithin = 25_000;',
        replace: 'export const closesWithin = 240_000;',
      },
    ],
  },
  {
    name: 'a worker that is stopped does not wait for the mail server',
    project: 'server',
    file: 'src/server/jobs/slow-mail-server.slow.test.ts',
    tests: 'J11',
    changes: [
      {
        file: 'src/server/jobs/worker.ts',
        find: 'await emails.close(Math.max(0, until - performance.now()));',
        replace: 'await emails.close(until * 0);',
      },
    ],
  },
  {
    name: 'what the queue refused is handed over again after ten minutes',
    project: 'server',
    file: 'src/server/jobs/worker.slow.test.ts',
    tests: 'J10',
    changes: [
      {
        file: 'src/server/outbox/relay.ts',
        find: 'const refusedForSeconds = 2;',
        replace: 'const refusedForSeconds = 600;',
      },
    ],
  },
  {
    name: 'a lost connection to Redis is not made again',
    project: 'server',
    file: 'src/server/push/sockets.test.ts',
    tests: 'told by Redis after a lost connection',
    changes: [
      {
        file: 'src/server/outbox/redis.ts',
        find: 'retryStrategy: (times) => Math.min(times * 200, 2_000)',
        replace: 'retryStrategy: () => null',
      },
    ],
  },
  {
    name: 'the bell marks nothing as read',
    project: 'e2e',
    file: 'tests/e2e/notifications.test.ts',
    tests: 'the bell',
    changes: [
      {
        file: 'src/client/features/notifications/use-notifications.ts',
        find: 'onSuccess: ({ id, is_read }) => wasRead((one) => (one.id === id ? { is_read } : one)),',
        replace: 'onSuccess: () => wasRead((one) => one),',
      },
    ],
  },
  {
    name: 'a screen that arrives is a picture, which cannot be pressed',
    project: 'e2e',
    file: 'tests/e2e/motion.slow.test.ts',
    tests: 'while the old screen leaves',
    changes: [
      {
        file: 'src/client/ui/base.css',
        find: '    view-transition-name: none;',
        replace: '    view-transition-name: root;',
      },
    ],
  },
  {
    name: 'a closing sheet takes the presses',
    project: 'e2e',
    file: 'tests/e2e/motion.slow.test.ts',
    tests: 'a sheet that closes',
    changes: [{ file: 'src/client/ui/closing-motion.tsx', find: 'picture.inert = true;', replace: '' }],
  },
  {
    name: 'screens move under reduced motion',
    project: 'e2e',
    file: 'tests/e2e/motion.slow.test.ts',
    tests: 'pages, sheets and menus come and go',
    changes: [
      {
        file: 'src/client/app/layout.tsx',
        find: " && !matchMedia('(prefers-reduced-motion: reduce)').matches",
        replace: '',
      },
    ],
  },
  {
    name: 'a page never says that it waits for its connection',
    project: 'e2e',
    file: 'tests/e2e/live-updates.slow.test.ts',
    tests: 'F8: with two people',
    changes: [
      {
        file: 'src/client/features/live/reconnecting.tsx',
        find: 'const gracePeriod = 10_000;',
        replace: 'const gracePeriod = 10_000_000;',
      },
    ],
  },
  {
    name: 'metrics do not count sockets',
    project: 'server',
    file: 'src/server/push/sockets.test.ts',
    tests: 'O14',
    changes: [
      {
        file: 'src/server/http/metrics.ts',
        find: '      this.set(sockets.count());\n',
        replace: '',
      },
    ],
  },
  {
    name: 'metrics do not count what is sent to sockets',
    project: 'server',
    file: 'src/server/push/sockets.test.ts',
    tests: 'O14',
    changes: [
      {
        file: 'src/server/push/sockets.ts',
        find: '    counts.sent += users.size;\n',
        replace: '',
      },
    ],
  },
  {
    name: 'metrics count each end of a socket as the client’s',
    project: 'server',
    file: 'src/server/push/sockets.test.ts',
    tests: 'O14',
    changes: [
      {
        file: 'src/server/push/sockets.ts',
        find: 'counts.closed[peer.ending] += 1;',
        replace: 'counts.closed.client += 1;',
      },
    ],
  },
  {
    name: 'pictures: 25 of work',
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: '24 pictures',
    changes: [
      {
        file: 'src/server/features/pictures/add-picture.ts',
        find: 'work >= pictureBounds.work',
        replace: 'work > pictureBounds.work',
      },
    ],
  },
  {
    name: 'pictures: 4 of a service',
    project: 'server',
    file: 'src/server/features/pictures/pictures.test.ts',
    tests: '24 pictures',
    changes: [
      {
        file: 'src/server/features/pictures/add-picture.ts',
        find: 'ofService >= pictureBounds.ofService',
        replace: 'ofService > pictureBounds.ofService',
      },
    ],
  },
  {
    name: 'an export leaves a list out',
    project: 'server',
    file: 'src/server/features/users/export.test.ts',
    tests: 'the export',
    changes: [
      {
        file: 'src/server/features/users/export-account.ts',
        find: "  'feedback',\n",
        replace: '',
      },
    ],
  },
  {
    name: 'an invitation is sent again to a disabled user',
    project: 'server',
    file: 'src/server/features/users/invite-user.test.ts',
    tests: 'a disabled user',
    changes: [
      {
        file: 'src/server/features/users/invite-user.ts',
        find: "    if (!user.is_active) conflict('This user is disabled. Enable them first.');\n",
        replace: '',
      },
    ],
  },
  {
    name: 'an invitation that is sent again is recorded nowhere',
    project: 'server',
    file: 'src/server/features/users/invite-user.test.ts',
    tests: 'an admin sends',
    changes: [
      {
        file: 'src/server/features/users/invite-user.ts',
        find: "    await recordAction(trx, { actorId, action: 'user.invited', subjectId: id });\n",
        replace: '',
      },
    ],
  },
  {
    name: 'the log has the arguments of a command that Redis refused',
    project: 'server',
    file: 'src/server/logging/log.test.ts',
    tests: 'Redis refuses',
    changes: [{ file: 'src/server/logging/log.ts', find: 'command: nameOf(command),', replace: 'command,' }],
  },
  {
    name: 'a Redis that takes no job counts as well',
    project: 'server',
    file: 'src/server/outbox/queue-away.slow.test.ts',
    tests: 'full or read-only',
    changes: [
      {
        file: 'src/server/outbox/queue.ts',
        find: "const check = () => redis.set('saluni:check', '1', 'PX', checkLasts);",
        replace: 'const check = () => redis.ping();',
      },
    ],
  },
  {
    name: 'a connection may send any number of requests ahead',
    project: 'server',
    file: 'src/server/http/files-limit.slow.test.ts',
    tests: 'at most 16 unanswered',
    changes: [
      {
        file: 'src/server/http/connection-limit.ts',
        find: 'const mostUnanswered = 16;',
        replace: 'const mostUnanswered = 600;',
      },
    ],
  },
  {
    name: 'requests that arrive at once all begin at once',
    project: 'server',
    file: 'src/server/http/fair-turns.test.ts',
    tests: 'A5',
    changes: [
      { file: 'src/server/http/fair-turns.ts', find: 'const perTurn = 16;', replace: 'const perTurn = 10_000;' },
    ],
  },
  {
    name: 'requests wait in one line for all addresses',
    project: 'server',
    file: 'src/server/http/fair-turns.test.ts',
    tests: 'whoever asks once',
    changes: [
      {
        file: 'src/server/http/fair-turns.ts',
        find: 'const address = addressKey(request.ip);',
        replace: "const address = addressKey('127.0.0.1');",
      },
    ],
  },
  {
    name: 'a burst of connections fills the line of the system',
    project: 'server',
    file: 'src/server/http/many-connections.test.ts',
    tests: 'A5',
    changes: [{ file: 'src/server/main.ts', find: 'const backlog = 4_096;', replace: 'const backlog = 511;' }],
  },
  {
    name: 'rendering takes all of the process',
    project: 'server',
    file: 'src/server/limits/half-the-time.test.ts',
    tests: 'A5',
    changes: [
      {
        file: 'src/server/limits/half-the-time.ts',
        find: 'delay(Math.ceil(took))',
        replace: 'delay(took - took)',
      },
    ],
  },
  {
    name: 'files count against nobody',
    project: 'server',
    file: 'src/server/http/files-limit.slow.test.ts',
    tests: 'A5: an address',
    changes: [
      {
        file: 'src/server/http/identify.ts',
        find: 'const filesPerMinute = 6_000;',
        replace: 'const filesPerMinute = 60_000;',
      },
    ],
  },
  {
    name: '/readyz asks its dependencies each time',
    project: 'server',
    file: 'src/server/http/files-limit.slow.test.ts',
    tests: 'once a second',
    changes: [
      {
        file: 'src/server/http/health.ts',
        find: 'const askAgain = 1_000;',
        replace: 'const askAgain = 0;',
      },
    ],
  },
  {
    name: 'documents are sent again to whoever has them',
    project: 'server',
    file: 'src/server/http/files-limit.slow.test.ts',
    tests: 'has an ETag',
    changes: [
      {
        file: 'src/server/http/docs.ts',
        find: "      if (matchesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();\n",
        replace: '',
      },
    ],
  },
  {
    name: 'feedback: those sent at once do not see each other',
    project: 'server',
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
    name: 'pictures: a sweep removes most of them',
    project: 'server',
    file: 'src/server/features/images',
    tests: 'a sweep that would remove',
    changes: [
      {
        file: 'src/server/features/images/upload-image.ts',
        find: 'const mostSwept = { pictures: 50, part: 0.1 };',
        replace: 'const mostSwept = { pictures: 50, part: 1 };',
      },
    ],
  },
  {
    name: 'pictures: any database sweeps the bucket',
    project: 'server',
    file: 'src/server/features/images',
    tests: 'a worker on another database',
    changes: [
      {
        file: 'src/server/features/images/upload-image.ts',
        find: '  if (owner !== own)\n',
        replace: "  if (owner === '')\n",
      },
    ],
  },
  {
    name: 'pictures: an AVIF may have 40 megapixels',
    project: 'server',
    file: 'src/server/features/images/corpus.test.ts',
    tests: 'A9: an AVIF',
    changes: [
      {
        file: 'src/server/images/render.ts',
        find: 'mostMegapixels = { avif: 16, other: 40 }',
        replace: 'mostMegapixels = { avif: 40, other: 40 }',
      },
    ],
  },
  {
    name: 'a heartbeat goes on after its connection',
    project: 'server',
    file: 'src/server/db/listen.slow.test.ts',
    tests: 'beats as often',
    changes: [
      {
        file: 'src/server/db/listen.ts',
        find: '      over.abort();\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a migration does not wait for the list of migrations',
    project: 'server',
    file: 'src/server/db/migrate.slow.test.ts',
    tests: 'list of migrations',
    changes: [
      {
        file: 'src/server/db/migrate.ts',
        find: "  await patiently('the list of migrations', async () => {\n    applied = await readApplied(client);\n  });\n",
        replace: '  applied = await readApplied(client);\n',
      },
    ],
  },
  {
    name: 'each answer that came too late is a line',
    project: 'server',
    file: 'src/server/logging/framework-log.test.ts',
    tests: 'too late',
    changes: [
      {
        file: 'src/server/logging/framework-log.ts',
        find: '    if (!isLate) return',
        replace: '    if (isLate || !isLate) return',
      },
    ],
  },
  {
    name: 'a wrapped deadlock is not tried again',
    project: 'server',
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
    name: 'a 201st service is taken',
    project: 'server',
    file: 'src/server/features/services/services.test.ts',
    tests: 'A5: a professional',
    changes: [
      {
        file: 'src/shared/constants.ts',
        find: 'export const serviceBounds = { most: 200, limit: 200 } as const;',
        replace: 'export const serviceBounds = { most: 300, limit: 200 } as const;',
      },
    ],
  },
  {
    name: 'a client who cancels keeps the entry in the calendar',
    project: 'server',
    file: 'src/server/features/bookings/effects.test.ts',
    tests: 'a client who cancels',
    changes: [
      {
        file: 'src/server/features/bookings/effects.ts',
        find: "      ...(by === 'client' && was_confirmed ? [{ to: by, about, email } as const] : []),\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a refused socket keeps its connection alive',
    project: 'server',
    file: 'src/server/push/sockets.test.ts',
    tests: 'a refused socket',
    changes: [
      {
        file: 'src/server/http/socket.ts',
        find: "        if (request.ws) reply.header('connection', 'close');\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a feed may be stored by caches',
    project: 'server',
    file: 'src/server/features/calendar/calendar.test.ts',
    tests: 'A12',
    changes: [
      {
        file: 'src/server/http/send-json.ts',
        find: '    if (!meta.secretAddress) reply',
        replace: '    reply',
      },
    ],
  },
  {
    name: 'another address is asked for without an end',
    project: 'server',
    file: 'src/server/features/auth/change-email.test.ts',
    tests: 'the sixth request',
    changes: [
      {
        file: 'src/server/features/auth/change-email.ts',
        find: '    if (seconds > 0)\n',
        replace: '    if (seconds > 9_999)\n',
      },
    ],
  },
  {
    name: 'any call outlives its page',
    project: 'e2e',
    file: 'tests/e2e/pictures.slow.test.ts',
    tests: 'uploads, crops',
    changes: [
      {
        file: 'src/client/lib/trpc.ts',
        find: '        false: link(false),',
        replace: '        false: link(true),',
      },
    ],
  },
  {
    name: 'two presses make two services',
    project: 'e2e',
    file: 'tests/e2e/dashboard-states.slow.test.ts',
    tests: 'two presses',
    changes: [
      {
        file: 'src/client/features/forms/service-form.tsx',
        find: '    if (isSaving.current) return;\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a day without free times is told while they load',
    project: 'e2e',
    file: 'tests/e2e/dashboard-states.slow.test.ts',
    tests: 'the day is a skeleton',
    changes: [
      {
        file: 'src/client/features/dashboard/today.tsx',
        find: '{(shortest.isLoading || windows.isLoading) && count === 0 ?',
        replace: '{(shortest.isLoading || windows.isLoading) && count > 0 ?',
      },
    ],
  },
  {
    name: 'a call under way writes for a professional whose account has ended',
    project: 'server',
    file: 'src/server/features/auth/delete-account.test.ts',
    tests: 'of the own account are 401',
    changes: [
      {
        file: 'src/server/features/professionals/queries.ts',
        find: "    .where('user_id', 'is not', null)\n    .forNoKeyUpdate(),",
        replace: '    .forNoKeyUpdate(),',
      },
    ],
  },
  {
    name: 'a policy stays in bookings when its professional has left',
    project: 'server',
    file: 'src/server/features/auth/delete-account.test.ts',
    tests: 'a professional: the same',
    changes: [
      {
        file: 'src/server/features/bookings/queries.ts',
        find: "      ...(party.role === 'professional' ? { cancellation_policy: null } : {}),\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a client may cancel after the cut-off',
    project: 'server',
    file: 'src/server/features/reschedules/reschedules.test.ts',
    tests: 'after its cut-off',
    changes: [
      {
        file: 'src/shared/rules/cancellation.ts',
        find: '  return Math.min(start, Math.max(start - cutoffHours * HOUR, created + secondThoughts));',
        replace: '  return Math.min(start, Math.max(start - 0 * cutoffHours, created + secondThoughts));',
      },
    ],
  },
  {
    name: 'walk-ins mail without an end',
    project: 'server',
    file: 'src/server/features/bookings/walk-ins.test.ts',
    tests: 'twenty mails a day',
    changes: [
      {
        file: 'src/shared/constants.ts',
        find: 'mailsADay: 20 }',
        replace: 'mailsADay: 2_000 }',
      },
    ],
  },
  {
    name: 'a client is shown whose contact they are',
    project: 'server',
    file: 'src/server/features/bookings/walk-ins.test.ts',
    tests: 'a guest',
    changes: [
      {
        file: 'src/server/features/bookings/present-booking.ts',
        find: "    ...(viewer === 'client' ? {} : contactOf(row)),",
        replace: '    ...contactOf(row),',
      },
    ],
  },
  {
    name: 'a guest who was forgotten is claimed',
    project: 'server',
    file: 'src/server/features/auth/claim-bookings.test.ts',
    tests: 'never those of a guest',
    changes: [
      {
        file: 'src/server/features/contacts/queries.ts',
        find: '      where contacts.email = ${email} and contacts.client_id is null and contacts.forgotten_at is null\n',
        replace: '      where contacts.email = ${email} and contacts.client_id is null\n',
      },
      {
        file: 'src/server/features/contacts/queries.ts',
        find: '      phone_number: null,\n      email: null,\n      notes: null,\n',
        replace: '      phone_number: null,\n      notes: null,\n',
      },
    ],
  },
  {
    name: 'new clients of one network do not count together',
    project: 'server',
    file: 'src/server/features/bookings/network-limit.test.ts',
    tests: 'have 10 pending bookings',
    changes: [
      {
        file: 'src/server/features/bookings/network-limit.ts',
        find: 'isFull: pending >= pendingCap.ofNewClients,',
        replace: 'isFull: pending > 9_999,',
      },
    ],
  },
  {
    name: 'with forced colours what is chosen looks like the others',
    project: 'e2e',
    file: 'tests/e2e/touch-sizes.slow.test.ts',
    tests: 'with forced colours',
    changes: [
      {
        file: 'src/client/ui/base.css',
        find: '@media (forced-colors: active) {',
        replace: '@media (forced-colors: none) and (width < 1px) {',
      },
    ],
  },
  {
    name: 'the header is printed',
    project: 'e2e',
    file: 'tests/e2e/touch-sizes.slow.test.ts',
    tests: 'are not printed',
    changes: [
      {
        file: 'src/client/app/layout.module.css',
        find: '@media print {',
        replace: '@media print and (width < 1px) {',
      },
    ],
  },
  {
    name: 'statements are asked by promises of the driver',
    project: 'server',
    file: 'src/server/db/client.test.ts',
    tests: 'no answer is held',
    changes: [
      {
        file: 'src/server/db/client.ts',
        find: '      client.query(new pg.Query(config, answered));',
        replace:
          '      client.query(config).then((result) => answered(null, result), answered as (error: Error) => void);',
      },
    ],
  },
  {
    name: 'a day whose bookings failed to load is empty',
    project: 'e2e',
    file: 'tests/e2e/dashboard-states.slow.test.ts',
    tests: 'without its bookings',
    changes: [
      {
        file: 'src/client/features/dashboard/use-own-bookings.ts',
        find: '    isLost: isLost(ahead),',
        replace: '    isLost: false,',
      },
    ],
  },
  {
    name: 'the calendar shows one page of bookings',
    project: 'e2e',
    file: 'tests/e2e/many-bookings.slow.test.ts',
    tests: 'more bookings than a page',
    changes: [
      {
        file: 'src/client/features/dashboard/calendar.tsx',
        find: 'status: shownStatuses }, { all: true });',
        replace: 'status: shownStatuses });',
      },
    ],
  },
  {
    name: 'the overview counts all bookings',
    project: 'server',
    file: 'src/server/features/admin/admin.test.ts',
    tests: 'the overview reads no bookings',
    changes: [
      {
        file: 'src/server/features/admin/queries.ts',
        find: '      from bookings where id >= ${madeSince} and created_at >= ${first} group by 1',
        replace: "      from bookings where created_at >= ${first} or status = 'no' group by 1",
      },
    ],
  },
];
