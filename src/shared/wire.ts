import { z } from 'zod';
import { lengths, limits, longListSize, pageSizes, rawLength, serviceParts } from './constants.ts';
import { isBlank } from './rules/blank.ts';
import { emailAddress, isEmailAddress } from './rules/email-address.ts';
import { passwordMessages } from './rules/password.ts';
import { hasLetter, nameOf, namePattern } from './rules/person.ts';
import { isWholeCents } from './rules/price.ts';

/**
 * Schemas for values on the wire; only the `query...` ones know that a value in a URL is text. Stored strings must be
 * well formed and without NUL, which PostgreSQL cannot store.
 */

/** Any UUID: the server creates version 7, but callers may send others. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id; becomes lower-case, as PostgreSQL answers it, so that ids can be compared as texts. */
export const id = z
  .string()
  .regex(uuidPattern, { error: 'Invalid id', abort: true })
  .toLowerCase()
  .meta({ format: 'uuid' });

/** An id in answers and messages. A pattern here would make checking a list of bookings four times as long. */
export const idOut = z.string().meta({ format: 'uuid' });

/** Whether no id occurs twice. */
export function distinct(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

/** An id from the path; becomes lower-case. A malformed one is answered as an unknown one: `<thing> not found`. */
export function pathId(thing: string) {
  const error = `${thing} not found`;
  return z.string(error).regex(uuidPattern, { error, abort: true }).toLowerCase().meta({ format: 'uuid' });
}

/** Whether PostgreSQL can store the text. */
export const clean = (text: string) => !text.includes('\u0000') && text.isWellFormed();

const tooLongFor = (max: number) => `Must be ${max.toLocaleString('en-AU')} characters or fewer`;

/**
 * With this every text of people begins: one that is far too long is refused before anything rewrites it. `missing` is
 * the message when the value is no string.
 */
export function typed(max: number, missing?: string, tooLong = tooLongFor(max)) {
  return z.string(missing).refine((text) => text.length <= rawLength(max), { error: tooLong, abort: true });
}

/** Zod's `max` counts code points, as its JSON schema does; the `refine` counts UTF-16 units, as the contract does. */
function bounded(schema: z.ZodString, max: number) {
  const tooLong = { error: tooLongFor(max), abort: true };
  return schema
    .max(max, tooLong)
    .refine((text) => text.length <= max, tooLong)
    .refine(clean, 'Must not contain invalid characters');
}

/** A text of at most `max` UTF-16 units. */
export function text(max: number, missing?: string) {
  return bounded(typed(max, missing), max);
}

/** A name to filter by. Longer than any name that exists: an unknown one finds nothing. */
export const filterText = text(5_000);

/** Like `text`, without surrounding spaces. `missing` is the message when the value is no string. */
export function trimmed(max: number, missing?: string) {
  return bounded(typed(max, missing).trim(), max);
}

/** A trimmed text of `min` to `max` UTF-16 units; `missing` is the message when it is shorter, shows nothing or is no string. */
export function named({ min, max }: { min: number; max: number }, missing: string) {
  return trimmed(max, missing)
    .min(1, { error: missing, abort: true })
    .refine((text) => text.length >= min && !isBlank(text), missing);
}

/** Like `named`, without line breaks and other control characters. */
export function oneLine(bounds: { min: number; max: number }, message: string) {
  return named(bounds, message).refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), message);
}

/** A person's or business's name; `letters` is the message for what names are not written with (contract 7). */
export function personName(missing: string, letters: string) {
  return bounded(typed(lengths.name.max, missing).overwrite(nameOf), lengths.name.max)
    .min(1, { error: missing, abort: true })
    .regex(namePattern, { error: letters, abort: true })
    .refine(hasLetter, missing);
}

/** A text, or null where there is none or nothing of it can be seen. */
export const shownOrNull = (text: string | null | undefined) => (text == null || isBlank(text) ? null : text);

/** An optional text; absent, null and what shows nothing become null. */
export function optionalText(max: number) {
  return text(max).nullish().transform(shownOrNull);
}

/** Like `optionalText`, without surrounding spaces. */
export function optionalTrimmed(max: number) {
  return trimmed(max).nullish().transform(shownOrNull);
}

/** A value that a call may leave as it is by not naming it; null and what shows nothing become null. */
export function changed<T extends z.ZodType>(value: T) {
  const noneOf = (given: unknown) => (typeof given === 'string' ? shownOrNull(given) : given);
  return z.preprocess(noneOf, value.nullable()).optional();
}

/** Latest instant that is accepted; the earliest is 1970. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** ISO 8601 with an offset, with or without seconds; becomes UTC with milliseconds. */
export function instant(message = 'Must be a date and time with an offset') {
  return z
    .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], message)
    .refine(
      (value) => {
        const ms = Date.parse(value);
        return ms >= 0 && ms <= lastInstant;
      },
      { error: message, abort: true },
    )
    .transform((value) => new Date(value).toISOString());
}

/** An instant in answers: ISO 8601 with milliseconds and `Z`. */
export const instantOut = z.string().meta({ format: 'date-time' });

const digits = /^-?\d{1,15}$/;
const asNumber = (value: unknown) => (typeof value === 'string' && digits.test(value) ? Number(value) : value);
const asBoolean = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : value);
const asList = (value: unknown): unknown[] | undefined =>
  value === undefined || Array.isArray(value) ? value : [value];

export function queryInt(min: number, max: number) {
  return z.preprocess(asNumber, z.int().min(min).max(max));
}

/** A number with or without decimals. */
export function queryNumber(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : value),
    z.number().min(min).max(max),
  );
}

export const queryBoolean = z.preprocess(asBoolean, z.boolean());

/** Dollars in a query, with at most two decimals. */
export const queryMoney = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(value) ? Number(value) : value),
  z.number().min(0).max(1_000_000).refine(isWholeCents, 'Must have at most 2 decimals'),
);

/** One value or several, always as an array. */
export function queryList<T extends z.ZodType>(item: T, max: number) {
  return z.preprocess(asList, z.array(item).max(max));
}

const split = (value: unknown) =>
  value === null
    ? value
    : asList(value)?.flatMap((item: unknown) => (typeof item === 'string' ? item.split(',') : [item]));

/** Ids, repeated or comma-separated. */
export function queryIds(max: number) {
  return z.preprocess(split, z.array(id).min(1, 'Choose at least one service').max(max));
}

/** Some of a few values, repeated or comma-separated. */
export function querySome<const T extends readonly string[]>(values: T) {
  return z.preprocess(split, z.array(z.enum(values)).max(50));
}

const optionList = z
  .array(id)
  .max(serviceParts.options, `Choose at most ${serviceParts.options} options`)
  .refine(distinct, 'Choose each option once')
  .nullish();
/** Choices and extras of the services of a visit (contract 21); absent or null is none. */
export const optionIds = optionList;
/** The same in a query, repeated or comma-separated. */
export const queryOptionIds = z.preprocess(split, optionList).optional();

/** Dollars with at most two decimals; `toCents` of shared/rules/price.ts converts them to whole cents. */
export const money = z.number();

const skip = queryInt(limits.skip.min, limits.skip.max).default(0);
const limit = queryInt(limits.limit.min, limits.limit.max);

/** Query of lists with `{ results, total, skip, limit }` (contract 2). */
export const page = z.object({ skip, limit: limit.default(pageSizes.search) });

/** Query of lists that are plain arrays with `X-Total-Count` (contract 2). */
export const longPage = z.object({ skip, limit: limit.default(pageSizes.other) });

/** The same for lists whose pages may be longer. */
export const longPageUpTo = (max: number) =>
  z.object({ skip, limit: queryInt(limits.limit.min, max).default(pageSizes.other) });

/** Paging of lists that are mostly wanted whole: windows with slots, dates of one's own (contract 8). */
export const longList = { skip, limit: queryInt(limits.limit.min, longListSize).default(longListSize) };

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ results: z.array(item), total: z.int(), skip: z.int(), limit: z.int(), facets: facets.optional() });
}

const facets = z.object({
  categories: z.array(z.object({ name: z.string(), count: z.int() })),
  specializations: z.array(z.object({ id: z.int(), name: z.string(), count: z.int() })),
});

const badEmail = 'Invalid email address';
/** An e-mail address; becomes as it is kept. */
export const email = typed(lengths.email.max, badEmail, badEmail)
  .transform(emailAddress)
  .refine(isEmailAddress, badEmail);

export const password = z
  .string('Password is required')
  .refine((text) => text.length <= lengths.password.max, { error: passwordMessages.tooLong, abort: true })
  .refine((text) => text.length >= lengths.password.min, passwordMessages.tooShort)
  .refine(clean, 'Must not contain invalid characters');
