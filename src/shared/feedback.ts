import { z } from 'zod';
import { lengths, roles } from './constants.ts';
import { experienceChoices, switchReasonChoices } from './feedback-questions.ts';
import { idOut, instant, instantOut, longPage, optionalText, text } from './wire.ts';

const choiceOf = <Choice extends string>(choices: Record<Choice, string>) =>
  z.enum(Object.keys(choices) as [Choice, ...Choice[]], 'Choose an answer');
const experienceChoice = choiceOf(experienceChoices);
const switchReasonChoice = choiceOf(switchReasonChoices);

const answer = <Choice extends z.ZodType>(choice: Choice) =>
  z.object({ choice, comment: optionalText(lengths.feedbackComment.max) });

/** Where the page was: without query and fragment, which may hold what is nobody's business. */
const pageUrl = text(lengths.url.max)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), 'Must be an address of a page')
  .transform((value) => {
    const { origin, pathname } = new URL(value);
    return origin + pathname;
  });

export const feedbackInput = z.object({
  confusing: answer(experienceChoice),
  smooth: answer(experienceChoice),
  switchReason: answer(switchReasonChoice),
  /** Stored only if it is the sender's own address; another one is no error. */
  email: z.string().nullish(),
  pageUrl: pageUrl.nullish(),
  timestamp: instant().nullish(),
});
export type FeedbackInput = z.infer<typeof feedbackInput>;

const answered = z.object({ choice: z.string(), comment: z.string().nullable() });
export const feedback = z.object({
  id: idOut,
  created_at: instantOut,
  /** The sender's role; the sender is named by `email` alone, and only where they wished it. */
  role: z.enum(roles),
  email: z.string().nullable(),
  confusing: answered,
  smooth: answered,
  switchReason: answered,
  pageUrl: z.string().nullable(),
  timestamp: instantOut.nullable(),
});
export type Feedback = z.infer<typeof feedback>;

export const feedbackQuery = longPage.extend({
  confusing: experienceChoice.optional(),
  smooth: experienceChoice.optional(),
  switchReason: switchReasonChoice.optional(),
  role: z.enum(roles).optional(),
});
export type FeedbackQuery = z.infer<typeof feedbackQuery>;
