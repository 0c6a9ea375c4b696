import { z } from 'zod';
import { client, professional, publicProcedure, router } from '#server/api/procedures.ts';
import { changeDeposit } from '#server/features/bookings/deposits/change-deposit.ts';
import { booking } from '#shared/bookings.ts';
import {
  depositQuote,
  depositSettings,
  depositSettingsInput,
  ofBooking,
  payToKeep,
  quoteQuery,
  refundToInput,
} from '#shared/deposits.ts';
import { changeSettings, keepPayTo, showSettings } from './change-settings.ts';
import { directRefund } from './direct-refund.ts';
import { quoteDeposit } from './quote-deposit.ts';

export const depositsRouter = router({
  settings: professional
    .meta({ rest: 'GET /professionals/me/deposit' })
    .output(depositSettings)
    .query(({ ctx }) => showSettings(ctx.db, ctx.professionalId)),

  updateSettings: professional
    .meta({ rest: 'PUT /professionals/me/deposit', refusals: [409, 429], batch: false })
    .input(depositSettingsInput)
    .output(depositSettings)
    .mutation(({ ctx, input }) => changeSettings(ctx, input)),

  keepPayTo: publicProcedure
    .meta({ rest: 'POST /pay-to/keep', status: 204 })
    .input(payToKeep)
    .output(z.void())
    .mutation(({ ctx, input }) => keepPayTo(ctx.db, input.token)),

  quote: publicProcedure
    .meta({ rest: 'GET /deposits/quote', refusals: [404, 409] })
    .input(quoteQuery)
    .output(depositQuote)
    .query(({ ctx, input }) => quoteDeposit(ctx.db, ctx.caller, input)),

  paid: client
    .meta({ rest: 'POST /bookings/{id}/deposit/paid' })
    .input(ofBooking)
    .output(booking)
    .mutation(({ ctx, input }) => changeDeposit(ctx, input.id, 'paid')),

  received: professional
    .meta({ rest: 'POST /bookings/{id}/deposit/received' })
    .input(ofBooking)
    .output(booking)
    .mutation(({ ctx, input }) => changeDeposit(ctx, input.id, 'received')),

  notReceived: professional
    .meta({ rest: 'POST /bookings/{id}/deposit/not-received' })
    .input(ofBooking)
    .output(booking)
    .mutation(({ ctx, input }) => changeDeposit(ctx, input.id, 'not_received')),

  refundTo: client
    .meta({ rest: 'POST /bookings/{id}/deposit/refund-to', refusals: [409, 429], batch: false })
    .input(refundToInput)
    .output(booking)
    .mutation(({ ctx, input }) => directRefund(ctx, input)),

  refunded: professional
    .meta({ rest: 'POST /bookings/{id}/deposit/refunded' })
    .input(ofBooking)
    .output(booking)
    .mutation(({ ctx, input }) => changeDeposit(ctx, input.id, 'refunded')),
});
