import { z } from 'zod';
import { booking } from './bookings.ts';
import { roles } from './constants.ts';
import { contact } from './contacts.ts';
import { depositSettings } from './deposits.ts';
import { hairPicture, ownHair } from './hair.ts';
import { ownProfessional } from './professionals.ts';
import { preferences } from './users.ts';
import { idOut, instantOut } from './wire.ts';

const rows = z.array(z.looseObject({ id: idOut }));

const files = z.array(z.object({ path: z.string(), data: z.string().nullable() }));

/** All data of one user. Lists that have no form of their own on the wire have the columns of their tables. */
export const accountExport = z.object({
  exported_at: instantOut,
  account: z.object({
    id: idOut,
    role: z.enum(roles),
    email: z.string(),
    username: z.string(),
    created_at: z.string(),
  }),
  calendar_feed: z.object({ created_at: z.string() }).nullable(),
  waitlist: z.looseObject({ email: z.string() }).nullable(),
  preferences,
  professional: ownProfessional.nullable(),
  /** What a professional asks; where it goes stays here. */
  deposits: depositSettings.pick({ percent: true, who: true }).nullable(),
  client: z.looseObject({ id: idOut }).nullable(),
  /** What a client told; the files of its pictures are in `hair_pictures`. */
  hair: ownHair.extend({ pictures: z.array(hairPicture.extend({ path: z.string() })) }).nullable(),
  bookings: z.array(booking),
  /** A professional's own. */
  contacts: z.array(contact),
  reschedules: rows,
  /** As they were issued, with `content` as the page shows it. */
  receipts: z.array(z.looseObject({ booking_id: idOut, number: z.int() })),
  reviews: rows,
  cancellation_list: rows,
  /** A client's own. */
  favourites: z.array(z.object({ professional: z.string(), professional_id: idOut, created_at: instantOut })),
  /** Of whose books a client is told when they open. */
  books_reminders: z.array(
    z.object({ professional: z.string(), professional_id: idOut, month: z.string(), created_at: instantOut }),
  ),
  services: rows,
  availability: rows,
  hours: rows,
  hours_of_dates: z.array(z.looseObject({ date: z.string() })),
  time_off: rows,
  /** Their addresses stay here. */
  busy_calendars: rows,
  /** Files of contacts that were brought in; the files themselves are not kept. */
  contact_imports: rows,
  pictures: rows,
  /** When professionals looked at it. */
  hair_readings: rows,
  /** Of both sides; `pictures` are names of `message_pictures`, `quote` is what it offers. */
  messages: rows,
  notifications: rows,
  feedback: rows,
  sessions: rows,
  /** Browsers that news are pushed to; their addresses and keys stay here. */
  push_subscriptions: z.array(z.object({ host: z.string(), created_at: z.string(), posted_at: z.string() })),
  /** From which browsers the account logged in; what recognizes their networks is a hash and stays here. */
  devices: z.array(z.object({ device: z.string().nullable(), last_login_at: z.string() })),
  email_changes: rows,
  admin_actions: rows,
  /** Each as base64, or null where its file could not be read. */
  message_pictures: files,
  hair_pictures: files,
});
