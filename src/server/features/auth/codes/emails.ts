import { z } from 'zod';
import { emailTo } from '#server/email/layout.ts';
import type { Email } from '#server/email/transport.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { pagePath } from '#shared/pages.ts';
import { id } from '#shared/wire.ts';
import { answerTo } from './effects.ts';
import { drawCode, hashCode } from './hash-code.ts';
import { type CodeRequest, findCodeRequest, insertCode } from './queries.ts';

type CodeTemplate = 'one_time_code' | 'code_without_account';

const gone = { skip: 'the attempt is over' };
const footer =
  'You get this because someone entered this address on Saluni. We never ask you for a code by phone or email.';

export const codeEmails: Record<CodeTemplate, WriteEmail> = {
  /** Each attempt at the mail draws a code of its own, because no table holds one that could be sent again. */
  async one_time_code({ config, db }, payload) {
    const request = await findCodeRequest(db, z.object({ request_id: id }).parse(payload).request_id);
    if (!request?.is_open) return gone;
    if (!request.is_in_time) return { skip: 'the code would come too late' };
    if (answerTo(request, config.clientSignup) !== 'code') return { skip: 'nobody may use a code there any more' };
    const code = drawCode();
    await insertCode(db, request.id, hashCode(code, request.attempt_hash));
    return { email: writeCode(request, code, config.publicUrl) };
  },

  /** For an address without an account where clients come by the waitlist. */
  async code_without_account({ config: { publicUrl }, db }, payload) {
    const request = await findCodeRequest(db, z.object({ request_id: id }).parse(payload).request_id);
    if (!request) return gone;
    return {
      email: emailTo(request.email, {
        subject: 'This address has no Saluni account yet',
        preview: "Join the waitlist and we'll email you when you're approved.",
        heading: 'No account here yet',
        paragraphs: ['We got a request to log in to Saluni with this address. It has no account yet.'],
        next: "Join the waitlist and we'll email you when you're approved. If it wasn't you, ignore this email and nothing happens.",
        button: { label: 'Join the waitlist', url: publicUrl + pagePath('waitlistSignup') },
        footer: 'You get this because someone entered this address on Saluni.',
      }),
    };
  },
};

/** Nothing in it logs in by itself: whoever opens a mail on the way need not be who asked. */
function writeCode({ email, purpose, user_id }: CodeRequest, code: string, publicUrl: string): Email {
  const { subject, heading, asks } =
    texts[purpose === 'confirmation' ? 'confirm' : user_id === null ? 'signUp' : 'logIn'];
  return emailTo(email, {
    subject: `${code} ${subject}`,
    preview: 'It works once, for 10 minutes.',
    heading,
    paragraphs: [asks],
    code,
    next:
      "The code works once, for 10 minutes. Don't share it. If it wasn't you, ignore this email: without " +
      'the code nothing happens.',
    button: { label: 'Go to Saluni', url: publicUrl + pagePath('home') },
    footer,
  });
}

const texts = {
  logIn: {
    subject: 'is your code to log in to Saluni',
    heading: 'Your code to log in',
    asks: 'Use this code to log in to Saluni:',
  },
  signUp: {
    subject: 'is your code to join Saluni',
    heading: 'Your code to join',
    asks: "This address doesn't have a Saluni account yet. Use this code to create one:",
  },
  confirm: {
    subject: 'is your code to confirm a change on Saluni',
    heading: 'Your code to confirm',
    asks: "Use this code to confirm your new email, or to delete your account. It can't be used to log in:",
  },
} as const;
