import { z } from 'zod';
import { lengths } from './constants.ts';
import { texture } from './hair.ts';
import { idOut, instantOut, longPage, named, optionalTrimmed, page, queryBoolean, queryInt } from './wire.ts';

/** What a list, a profile and a service's professional show of all reviews (contract 14); null without any. */
export const rating = z.object({ average: z.number(), count: z.int() }).nullable();

const stars = z.int('Choose 1 to 5 stars').min(1, 'Choose 1 to 5 stars').max(5, 'Choose 1 to 5 stars');

export const reviewInput = z.object({
  stars,
  text: optionalTrimmed(lengths.reviewText.max),
  /** Whether the review tells its author's texture. */
  show_texture: z.boolean().default(false),
});
export type ReviewInput = z.infer<typeof reviewInput>;

export const review = z.object({
  id: idOut,
  booking_id: idOut,
  stars: z.int(),
  text: z.string().nullable(),
  /** First name and initial, as they are now. */
  author: z.string(),
  created_at: instantOut,
  edited_at: instantOut.nullable(),
  reply: z.string().nullable(),
  replied_at: instantOut.nullable(),
  services: z.array(z.object({ id: idOut, name: z.string() })),
  hidden: z.boolean(),
  /** The author's now, where they show it. */
  texture: texture.nullable(),
});
export type Review = z.infer<typeof review>;

/** `counts`: no newer one of its client does. */
const publicReview = review.omit({ booking_id: true }).extend({ counts: z.boolean() });
export type PublicReview = z.infer<typeof publicReview>;

export const reviewsQuery = page.extend({
  sort: z.enum(['newest', 'lowest', 'highest']).default('newest'),
  stars: queryInt(1, 5).optional(),
  texture: texture.optional(),
});
export type ReviewsQuery = z.infer<typeof reviewsQuery>;

export const reviewsPage = z.object({
  results: z.array(publicReview),
  /** What the filter leaves of all that are not hidden. */
  total: z.int(),
  skip: z.int(),
  limit: z.int(),
  /** Of those that count; `stars` from one star to five. */
  summary: z.object({ average: z.number().nullable(), count: z.int(), stars: z.array(z.int()) }),
});
export type ReviewsPage = z.infer<typeof reviewsPage>;

export const replyInput = z.object({
  text: named({ min: 1, max: lengths.reviewReply.max }, 'Write a reply'),
});

const reasonText = `Give a reason of ${lengths.reportReason.min} to ${lengths.reportReason.max} characters`;
const reason = named(lengths.reportReason, reasonText);
/** With `reply` the reply is meant, else the review. */
export const reportInput = z.object({ reason, reply: z.boolean().default(false) });
export const showInput = z.object({ reply: z.boolean().default(false) });

export const reviewsDeskQuery = longPage.extend({ reported: queryBoolean.optional() });
export type ReviewsDeskQuery = z.infer<typeof reviewsDeskQuery>;

/** A review on the admin's desk. */
export const deskReview = review.extend({
  professional: z.object({ id: idOut, display_name: z.string() }),
  client: z.object({ id: idOut, first_name: z.string(), last_name: z.string() }).nullable(),
  hidden_reason: z.string().nullable(),
  reports: z.array(
    z.object({
      id: idOut,
      reason: z.string(),
      reply: z.boolean(),
      created_at: instantOut,
      by: z.object({ id: idOut, role: z.string(), name: z.string() }),
    }),
  ),
});
export type DeskReview = z.infer<typeof deskReview>;
