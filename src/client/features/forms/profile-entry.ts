import { z } from 'zod';
import { hoursBounds, limits } from '#shared/constants.ts';
import { type OwnProfessional, professionalInput } from '#shared/professionals.ts';
import type { Declared } from '#shared/rules/hair.ts';
import { phoneDigits } from '#shared/rules/person.ts';
import type { PlaceKind } from '#shared/rules/place.ts';

/** Values of the profile form's fields; numbers as typed. */
export interface ProfileEntry {
  display_name: string;
  professional_type: string;
  location: string;
  specializations: string[];
  techniques: Declared[];
  bio: string;
  experience_years: string;
  profile_picture: string;
  handle: string;
  place: { kind: PlaceKind | ''; address: string; access_note: string; public: boolean; facts: string[] };
  contact_phone: string;
  business_name: string;
  abn: string;
  gst_registered: boolean;
  is_active: boolean;
  time_zone: string;
  slot_interval_minutes: string;
  min_notice_minutes: string;
  buffer_minutes: string;
  booking_horizon_days: string;
  instant_confirmation: boolean;
  cancellation_cutoff_hours: string;
  cancellation_policy: string;
  cancellation_list: boolean;
  books_open: { on: boolean; day: string; time: string; months: string };
}

const { experienceYears, minNoticeMinutes, bufferMinutes, cancellationCutoffHours } = limits;
const range = ({ min, max }: { min: number; max: number }) => `from ${min} to ${max.toLocaleString('en-AU')}`;
const years = `Years of experience must be ${range(experienceYears)}`;
const notice = `Minimum notice must be ${range(minNoticeMinutes)} whole minutes`;
const cutoff = `This must be ${range(cancellationCutoffHours)} whole hours`;
const horizon = `Days ahead must be ${range(hoursBounds.horizonDays)} whole days`;
const buffer = `The gap must be ${range(bufferMinutes)} whole minutes`;

/** The server's rules, with messages where the server has none of its own. */
export const profileSchema = professionalInput.extend({
  experience_years: z.number(years).min(experienceYears.min, years).max(experienceYears.max, years),
  min_notice_minutes: z.int(notice).min(minNoticeMinutes.min, notice).max(minNoticeMinutes.max, notice),
  buffer_minutes: z.int(buffer).min(bufferMinutes.min, buffer).max(bufferMinutes.max, buffer),
  booking_horizon_days: z
    .int(horizon)
    .min(hoursBounds.horizonDays.min, horizon)
    .max(hoursBounds.horizonDays.max, horizon),
  cancellation_cutoff_hours: z
    .int(cutoff)
    .min(cancellationCutoffHours.min, cutoff)
    .max(cancellationCutoffHours.max, cutoff),
});

export function profileEntryOf(profile: OwnProfessional): ProfileEntry {
  return {
    display_name: profile.display_name,
    professional_type: profile.professional_type,
    location: profile.location,
    specializations: profile.specializations.map(({ id }) => String(id)),
    techniques: profile.techniques,
    bio: profile.bio ?? '',
    experience_years: String(profile.experience_years),
    profile_picture: profile.profile_picture ?? '',
    handle: profile.handle ?? '',
    place: {
      kind: profile.place?.kind ?? '',
      address: profile.place?.address ?? '',
      access_note: profile.place?.access_note ?? '',
      public: profile.place?.public ?? false,
      facts: profile.place?.facts ?? [],
    },
    contact_phone: profile.contact_phone ?? '',
    business_name: profile.business_name ?? '',
    abn: profile.abn ?? '',
    gst_registered: profile.gst_registered,
    is_active: profile.is_active,
    time_zone: profile.time_zone,
    slot_interval_minutes: String(profile.slot_interval_minutes),
    min_notice_minutes: String(profile.min_notice_minutes),
    buffer_minutes: String(profile.buffer_minutes),
    booking_horizon_days: String(profile.booking_horizon_days),
    instant_confirmation: profile.instant_confirmation,
    cancellation_cutoff_hours: String(profile.cancellation_cutoff_hours),
    cancellation_policy: profile.cancellation_policy ?? '',
    cancellation_list: profile.cancellation_list,
    books_open: {
      on: profile.books_open !== null,
      day: String(profile.books_open?.day ?? 1),
      time: profile.books_open?.time ?? '20:00',
      months: String(profile.books_open?.months ?? 1),
    },
  };
}

/** `Number('')` would be 0. */
function numberOf(text: string) {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Addresses are found in any case of letters. */
export function handleOf(text: string): string {
  return text.trim().toLowerCase();
}

/** What is hidden for the chosen kind is no part of it. */
function placeOf({ kind, address, access_note, public: isPublic, facts }: ProfileEntry['place']) {
  if (kind === '') return null;
  if (kind === 'mobile') return { kind, facts };
  return { kind, address, access_note, public: kind === 'salon' && isPublic, facts };
}

function booksOpenOf({ on, day, time, months }: ProfileEntry['books_open']) {
  return on ? { day: Number(day), time, months: Number(months) } : null;
}

export function profileInputOf(entry: ProfileEntry) {
  return {
    ...entry,
    specializations: entry.specializations.map(Number),
    profile_picture: entry.profile_picture.trim(),
    handle: handleOf(entry.handle) || null,
    place: placeOf(entry.place),
    contact_phone: phoneDigits(entry.contact_phone),
    abn: entry.abn.trim() || null,
    experience_years: numberOf(entry.experience_years),
    slot_interval_minutes: Number(entry.slot_interval_minutes),
    min_notice_minutes: numberOf(entry.min_notice_minutes),
    buffer_minutes: numberOf(entry.buffer_minutes),
    booking_horizon_days: numberOf(entry.booking_horizon_days),
    cancellation_cutoff_hours: numberOf(entry.cancellation_cutoff_hours),
    books_open: booksOpenOf(entry.books_open),
  };
}
