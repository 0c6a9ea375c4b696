import { z } from 'zod';
import type { Caller } from '#server/api/caller.ts';
import { asValue, jsonText } from '#server/api/json-text.ts';
import { atOnce, authed, type Context, client, only, professional, router, withTotal } from '#server/api/procedures.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { clientExists } from '#server/features/clients/queries.ts';
import { professionalVisible } from '#server/features/parties/visibility.ts';
import {
  type Booking,
  type BookingsQuery,
  booking,
  bookingInput,
  bookingPatch,
  bookingsQuery,
  dueInput,
  pressInput,
  visitAddressInput,
} from '#shared/bookings.ts';
import { extrasToAdd, readyInput } from '#shared/extras.ts';
import { shareInput } from '#shared/hair.ts';
import { paymentsInput, receipt } from '#shared/payments.ts';

import { id, pathId } from '#shared/wire.ts';
import { writeInInput } from '#shared/write-in.ts';
import { askDue, dropDueOf } from './due/change-due.ts';
import { addExtras } from './extras/add-extras.ts';
import { getReady } from './extras/get-ready.ts';
import { changeBooking } from './life/change-booking.ts';
import { markMissed } from './life/mark-missed.ts';
import { press, takeBack } from './life/press.ts';
import { shareHair } from './life/share-hair.ts';
import { createBooking } from './make/create-booking.ts';
import { isContact } from './make/guest-queries.ts';
import { writeIn } from './make/write-in.ts';
import { issueReceipt, voidReceiptOf } from './payments/issue-receipt.ts';
import { findReceipt } from './payments/queries.ts';
import { writePayments } from './payments/write-payments.ts';
import { changeVisitAddress } from './place/change-visit-address.ts';
import { findBooking, isClientOf } from './show/find-queries.ts';
import { listBookings } from './show/list-queries.ts';

const byId = z.object({ id: pathId('Booking') });

/** Clients may list their own bookings, professionals those of their clients, admins all (contract 4). */
function mayListClient({ db, caller }: Context & { caller: Caller }, id: string): Promise<boolean> | boolean {
  if (caller.role === 'admin') return clientExists(db, id);
  if (caller.role === 'client') return caller.client_id === id;
  return caller.professional_id !== null && isClientOf(db, id, caller.professional_id);
}

/**
 * Professionals are public, so another one's list is 403; the list of a professional whom the caller may not see is
 * 404.
 */
async function requireProfessional({ db, caller }: Context & { caller: Caller }, id: string): Promise<void> {
  // Found with the session, so it need not be asked for again.
  if (caller.role === 'professional' && caller.professional_id === id) return;
  if (!(await professionalVisible(db, id, caller))) notFound('Professional');
  if (caller.role === 'professional') forbidden();
}

async function listed(
  ctx: Context & { caller: Caller },
  whose: Parameters<typeof listBookings>[1],
  query: BookingsQuery,
) {
  return withTotal(ctx, await listBookings(ctx.db, whose, ctx.caller, query, ctx.deps.config.publicUrl));
}

export const bookingsRouter = router({
  create: client
    .meta({ rest: 'POST /bookings/', status: 201, idempotent: true, changesPages: true })
    .input(bookingInput)
    .output(jsonText(booking))
    .mutation(async ({ ctx, input }) => asValue<Booking>(await createBooking(ctx, input))),

  byId: authed
    .meta({ rest: 'GET /bookings/{id}' })
    .input(byId)
    .output(booking)
    .query(
      async ({ ctx, input }) =>
        (await findBooking(ctx.db, input.id, ctx.caller, ctx.deps.config.publicUrl)) ?? notFound('Booking'),
    ),

  ofClient: authed
    .meta({ rest: 'GET /bookings/clients/{id}' })
    .input(bookingsQuery.safeExtend({ id: pathId('Client') }))
    .output(atOnce(z.array(booking)))
    .query(async ({ ctx, input }) => {
      if (!(await mayListClient(ctx, input.id))) notFound('Client');
      return listed(ctx, { client_id: input.id }, input);
    }),

  ofProfessional: only('professional', 'admin')
    .meta({ rest: 'GET /bookings/professionals/{id}' })
    .input(bookingsQuery.safeExtend({ id: pathId('Professional'), contact_id: id.optional() }))
    .output(atOnce(z.array(booking)))
    .query(async ({ ctx, input }) => {
      await requireProfessional(ctx, input.id);
      const { id: professional_id, contact_id } = input;
      if (contact_id && !(await isContact(ctx.db, professional_id, contact_id))) notFound('Contact');
      return listed(ctx, { professional_id, contact_id }, input);
    }),

  writeIn: professional
    .meta({ rest: 'POST /bookings/walk-in', status: 201, idempotent: true, changesPages: true })
    .input(writeInInput)
    .output(booking)
    .mutation(({ ctx, input }) => writeIn(ctx, input)),

  markMissed: professional
    .meta({ rest: 'POST /bookings/{id}/no-show' })
    .input(byId)
    .output(booking)
    .mutation(({ ctx, input }) => markMissed(ctx, input.id, true)),

  unmarkMissed: professional
    .meta({ rest: 'DELETE /bookings/{id}/no-show' })
    .input(byId)
    .output(booking)
    .mutation(({ ctx, input }) => markMissed(ctx, input.id, false)),

  share: client
    .meta({ rest: 'PUT /bookings/{id}/share' })
    .input(shareInput.extend(byId.shape))
    .output(booking)
    .mutation(({ ctx, input }) => shareHair(ctx, input)),

  addExtras: only('client', 'professional')
    .meta({ rest: 'POST /bookings/{id}/extras', idempotent: true, changesPages: true })
    .input(extrasToAdd.safeExtend(byId.shape))
    .output(booking)
    .mutation(({ ctx, input }) => addExtras(ctx, input)),

  getReady: client
    .meta({ rest: 'PUT /bookings/{id}/prepare' })
    .input(readyInput.extend(byId.shape))
    .output(booking)
    .mutation(({ ctx, input }) => getReady(ctx, input)),

  askDue: client
    .meta({ rest: 'PUT /bookings/{id}/due' })
    .input(dueInput.extend(byId.shape))
    .output(booking)
    .mutation(({ ctx, input }) => askDue(ctx, input)),

  dropDue: client
    .meta({ rest: 'DELETE /bookings/{id}/due', status: 204 })
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => dropDueOf(ctx, input.id)),

  start: professional
    .meta({ rest: 'POST /bookings/{id}/start', changesPages: true })
    .input(pressInput.extend(byId.shape))
    .output(booking)
    .mutation(({ ctx, input }) => press(ctx, { ...input, press: 'start' })),

  unstart: professional
    .meta({ rest: 'DELETE /bookings/{id}/start', changesPages: true })
    .input(byId)
    .output(booking)
    .mutation(({ ctx, input }) => takeBack(ctx, { ...input, press: 'start' })),

  finish: professional
    .meta({ rest: 'POST /bookings/{id}/finish', changesPages: true })
    .input(pressInput.extend(byId.shape))
    .output(booking)
    .mutation(({ ctx, input }) => press(ctx, { ...input, press: 'finish' })),

  unfinish: professional
    .meta({ rest: 'DELETE /bookings/{id}/finish', changesPages: true })
    .input(byId)
    .output(booking)
    .mutation(({ ctx, input }) => takeBack(ctx, { ...input, press: 'finish' })),

  writePayments: professional
    .meta({ rest: 'PUT /bookings/{id}/payments' })
    .input(paymentsInput)
    .output(booking)
    .mutation(({ ctx, input }) => writePayments(ctx, input)),

  issueReceipt: professional
    .meta({ rest: 'POST /bookings/{id}/receipt', status: 201, otherStatus: 200 })
    .input(byId)
    .output(receipt)
    .mutation(({ ctx, input }) => issueReceipt(ctx, input.id)),

  voidReceipt: professional
    .meta({ rest: 'DELETE /bookings/{id}/receipt', status: 204 })
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => voidReceiptOf(ctx, input.id)),

  receipt: authed
    .meta({ rest: 'GET /bookings/{id}/receipt' })
    .input(z.object({ id: pathId('Receipt') }))
    .output(receipt)
    .query(async ({ ctx, input }) => (await findReceipt(ctx.db, input.id, ctx.caller)) ?? notFound('Receipt')),

  changeVisitAddress: only('client', 'professional')
    .meta({ rest: 'PUT /bookings/{id}/visit-address' })
    .input(visitAddressInput.extend(byId.shape))
    .output(booking)
    .mutation(({ ctx, input }) => changeVisitAddress(ctx, input)),

  change: authed
    .meta({ rest: 'PATCH /bookings/{id}', changesPages: true })
    .input(bookingPatch.extend(byId.shape))
    .output(booking)
    .mutation(({ ctx, input }) => changeBooking(ctx, input)),
});
