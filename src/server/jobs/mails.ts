import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { writeBookingMail } from '#server/features/bookings/letters.ts';
import { findToldBooking } from '#server/features/bookings/told-queries.ts';
import { writeStandingMail, writeVerificationMail } from '#server/features/waitlist/letters.ts';
import { findEntry } from '#server/features/waitlist/queries.ts';
import { newVerification } from '#server/features/waitlist/verify.ts';
import type { Mail } from '#server/mail/transport.ts';
import { actors } from '#shared/rules/booking-status.ts';
import { id } from '#shared/wire.ts';

/** `as` distinguishes several mails of one event in their Message-IDs. */
type Written = { mail: Mail; as?: string };
type Write = (deps: Deps, payload: unknown) => Promise<Written>;

const sides = ['client', 'professional'] as const;
const bookingPayload = z.object({
  booking_id: id,
  told: z.union([
    z.object({ about: z.enum(['requested', 'confirmed', 'completed', 'reminder']), to: z.enum(sides), version: z.int() }),
    z.object({
      about: z.literal('cancelled'),
      to: z.enum(sides),
      version: z.int(),
      by: z.enum(actors),
      wasConfirmed: z.boolean(),
    }),
  ]),
});

/** The mails that a delivery may name; each is written when it is sent. */
export const mails: Partial<Record<string, Write>> = {
  async booking({ config, db }, payload) {
    const { booking_id, told } = bookingPayload.parse(payload);
    const booking = await findToldBooking(db, booking_id);
    if (!booking) throw new Error(`booking ${booking_id} is missing`);
    const sender = { publicUrl: config.publicUrl, address: addressOf(config.mailFrom) };
    return { mail: writeBookingMail(booking, told, sender), as: told.to };
  },
  async waitlist({ config, db }, payload) {
    const { entry_id } = z.object({ entry_id: id }).parse(payload);
    const entry = await findEntry(db, entry_id);
    if (!entry) throw new Error(`waitlist entry ${entry_id} is missing`);
    const { email, status } = entry;
    if (status !== 'unverified') return { mail: writeStandingMail(email, status, config.publicUrl) };
    return { mail: writeVerificationMail(email, await newVerification(db, email), config.publicUrl) };
  },
};

/** Takes `hello@saluni.example` out of `Saluni <hello@saluni.example>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
}
