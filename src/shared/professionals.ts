import { z } from 'zod';
import { phoneNumber } from './clients.ts';
import {
  booksOpenBounds,
  specializations as catalogue,
  handleBounds,
  hoursBounds,
  lengths,
  limits,
  professionalTypes,
  slotIntervals,
} from './constants.ts';
import { declaredTechniques, evidence, match, techniquesInput } from './hair.ts';
import { openingHours, state } from './hours.ts';
import { picturePath } from './picture-files.ts';
import { listedPicture } from './pictures.ts';
import { ownPlace, placeInput, publicPlace } from './places.ts';
import { publicUrl } from './public-url.ts';
import { rating } from './reviews.ts';
import { isAbn, payToMessages } from './rules/deposit.ts';
import { handlePattern, isReservedHandle } from './rules/handle.ts';
import { checkFilters, commonFilters, freeMinutes, slotsFound } from './search.ts';
import { isTimeZone } from './time.ts';
import { changed, idOut, instantOut, money, named, optionalText, pageOf, personName, text, trimmed } from './wire.ts';

const specialization = z.object({ id: z.int(), name: z.string() });

/** The public profile: without e-mail address, phone number and user id. */
export const professional = z.object({
  id: idOut,
  display_name: z.string(),
  professional_type: z.enum(professionalTypes),
  location: z.string(),
  bio: z.string().nullable(),
  experience_years: z.number(),
  profile_picture: z.string().nullable(),
  is_active: z.boolean(),
  specializations: z.array(specialization),
  time_zone: z.string(),
  rating,
  /** Whether a deposit may be asked of a new client. */
  asks_deposit: z.boolean(),
});
export type Professional = z.infer<typeof professional>;

const booksOpenText = 'Choose a day from 1 to 28, a time on the hour or half past, and 1 to 3 months ahead';
const oneOf = { error: booksOpenText, abort: true };
/** Faults of its parts are told at the whole. */
const booksOpenInput = z.union(
  [
    z.object({
      day: z.int().min(booksOpenBounds.day.min, oneOf).max(booksOpenBounds.day.max, oneOf),
      time: z.string().regex(/^([01]\d|2[0-3]):[03]0$/, oneOf),
      months: z.int().min(booksOpenBounds.months.min, oneOf).max(booksOpenBounds.months.max, oneOf),
    }),
    z.null(),
  ],
  booksOpenText,
);
/** When months open (contract 27), with the next opening and the month that it opens. */
const booksOpen = z
  .object({
    day: z.int(),
    time: z.string(),
    months: z.int(),
    next: z.object({ opens_at: instantOut, month: z.string() }),
  })
  .nullable();

/**
 * How reliable a professional was in the year before today (contract 25), of bookings that clients made; null with fewer
 * than five visits, and a part where fewer than five tell it.
 */
const reliability = z
  .object({
    visits: z.int(),
    /** Percent of those whose begin is known that began at most 15 minutes late. */
    on_time: z.int().nullable(),
    /** Percent of the confirmed ones that the professional did not cancel. */
    kept: z.int(),
    /** Within so many minutes requests are mostly answered; null where that is more than a day. */
    answers_within: z.int().nullable(),
  })
  .nullable();
export type Reliability = z.infer<typeof reliability>;

/** The public profile as its own page shows it: also how its bookings are confirmed and cancelled (contract 9). */
export const profile = professional.extend({
  instant_confirmation: z.boolean(),
  cancellation_cutoff_hours: z.int(),
  cancellation_policy: z.string().nullable(),
  /** Whether clients may wait for times that free up (contract 12). */
  cancellation_list: z.boolean(),
  books_open: booksOpen,
  /** The short address, `/p/HANDLE`. */
  handle: z.string().nullable(),
  /** Its address only where they make it public. */
  place: publicPlace.nullable(),
  /** Of this week; weekdays without hours are left out. */
  opening_hours: openingHours,
  reliability,
  /** What they say they do, and what is known of it (contract 24). */
  techniques: declaredTechniques,
  evidence,
});
export type Profile = z.infer<typeof profile>;

/** The profile as only the professional sees it. */
export const ownProfessional = profile.extend({
  email: z.string(),
  username: z.string(),
  place: ownPlace.nullable(),
  /** Whom clients may call about a confirmed booking (contract 29). */
  contact_phone: z.string().nullable(),
  slot_interval_minutes: z.int(),
  min_notice_minutes: z.int(),
  buffer_minutes: z.int(),
  booking_horizon_days: z.int(),
  closed_on_holidays_of: state.nullable(),
  /** What stands on receipts (contract 26). */
  business_name: z.string().nullable(),
  abn: z.string().nullable(),
  gst_registered: z.boolean(),
});
export type OwnProfessional = z.infer<typeof ownProfessional>;

const firstStepsState = z.enum(['open', 'hidden', 'done']);

/**
 * What a new professional has set up: a profile with words and a specialization, where they work, a service, and hours
 * ahead. `state`: shown on the dashboard, left for later, or done with, which it is once the professional has seen the
 * whole page.
 */
export const firstSteps = z.object({
  state: firstStepsState,
  profile: z.boolean(),
  place: z.boolean(),
  service: z.boolean(),
  hours: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;
export const firstStepsInput = z.object({ state: firstStepsState });

const displayName = personName('Display name is required', 'Business name should not contain numbers');

const handleText = 'Use 3 to 30 letters a to z, digits and single hyphens inside';

const handleInput = z
  .string(handleText)
  .min(handleBounds.min, { error: handleText, abort: true })
  .max(handleBounds.max, { error: handleText, abort: true })
  .regex(handlePattern, { error: handleText, abort: true })
  .refine((handle) => !isReservedHandle(handle), 'That address is reserved.');

const abnText = payToMessages.payid_abn;

const { experienceYears, minNoticeMinutes, bufferMinutes, cancellationCutoffHours } = limits;
const years = `Must be from ${experienceYears.min} to ${experienceYears.max} years`;

export const professionalInput = z.object({
  display_name: displayName,
  professional_type: z.enum(professionalTypes),
  location: named(lengths.location, 'Location is required'),
  bio: optionalText(lengths.bio.max),
  experience_years: z.number(years).min(experienceYears.min, years).max(experienceYears.max, years),
  profile_picture: z
    .string()
    .max(lengths.url.max, {
      error: `Must be ${lengths.url.max.toLocaleString('en-AU')} characters or fewer`,
      abort: true,
    })
    // Whether an address that looks like our own pictures' is ours, the server knows.
    .refine((value) => value === '' || publicUrl(value) || picturePath(value) !== undefined, 'Must be a valid URL')
    .nullish()
    .transform((value) => value || null),
  is_active: z.boolean().optional(),
  handle: handleInput.nullable().optional(),
  techniques: techniquesInput,
  place: placeInput.nullable().optional(),
  contact_phone: changed(phoneNumber),
  specializations: z
    .array(z.int().min(1).max(catalogue.length))
    .max(catalogue.length)
    .refine((ids) => new Set(ids).size === ids.length, 'Choose each specialization once'),
  time_zone: z.string().refine(isTimeZone, 'Must be a time zone such as Australia/Melbourne').optional(),
  slot_interval_minutes: z.literal(slotIntervals).optional(),
  min_notice_minutes: z.int().min(minNoticeMinutes.min).max(minNoticeMinutes.max).optional(),
  buffer_minutes: z.int().min(bufferMinutes.min).max(bufferMinutes.max).optional(),
  booking_horizon_days: z.int().min(hoursBounds.horizonDays.min).max(hoursBounds.horizonDays.max).optional(),
  closed_on_holidays_of: state.nullable().optional(),
  instant_confirmation: z.boolean().optional(),
  cancellation_cutoff_hours: z.int().min(cancellationCutoffHours.min).max(cancellationCutoffHours.max).optional(),
  cancellation_policy: changed(text(lengths.cancellationPolicy.max)),
  cancellation_list: z.boolean().optional(),
  books_open: booksOpenInput.optional(),
  business_name: changed(trimmed(lengths.businessName.max)),
  abn: changed(
    text(lengths.url.max, abnText)
      .transform((typed) => typed.replaceAll(' ', ''))
      .refine(isAbn, abnText),
  ),
  /** Not without an ABN. */
  gst_registered: z.boolean().optional(),
});
export type ProfessionalInput = z.infer<typeof professionalInput>;

export const professionalsQuery = commonFilters
  .extend({
    free_minutes: freeMinutes.optional(),
    sort: z.enum(['relevance', 'name', 'distance', 'soonest', 'rating', 'match']).optional(),
  })
  .superRefine(checkFilters);
export type ProfessionalsQuery = z.infer<typeof professionalsQuery>;

/** Kilometres from the point of `near`, with one decimal; absent without it. */
export const distance = z.number().optional();

/**
 * A professional in a list: with the first picture of work, the price of the cheapest service, and the soonest start
 * within 14 days for the shortest one; null without any.
 */
export const listedProfessional = professional.extend({
  picture: listedPicture,
  price_from: money.nullable(),
  distance_km: distance,
  next_free: instantOut.nullable(),
  match,
  free_times: slotsFound.optional(),
});
export type ListedProfessional = z.infer<typeof listedProfessional>;
export const professionalsPage = pageOf(listedProfessional);

/** The parts of the address of a page `/find/{specialization}/{city}` (contract 10). */
export const findPage = z.object({ specialization: z.string(), city: z.string() });
