import { z } from 'zod';
import { type EmailContent, htmlOf, textOf } from '#server/email/layout.ts';
import type { Email } from '#server/email/transport.ts';
import type { WriteEmail } from '#server/noun-jobs.ts';
import { pagePath } from '#shared/pages.ts';
import { id } from '#shared/wire.ts';
import { type EntryStatus, findEntry } from './queries.ts';
import { newVerification } from './verify.ts';

export const waitlistEmails: Record<'waitlist', WriteEmail> = {
  async waitlist({ config, db }, payload) {
    const { entry_id } = z.object({ entry_id: id }).parse(payload);
    const entry = await findEntry(db, entry_id);
    if (!entry) throw new Error(`waitlist entry ${entry_id} is missing`);
    const { email, status } = entry;
    if (status !== 'unverified') return { email: writeStatusEmail(email, status, config.publicUrl) };
    return { email: writeVerificationEmail(email, await newVerification(db, email), config.publicUrl) };
  },
};

/** Waitlist emails never contain the typed name, because anybody may have entered the address. */
function emailOf(address: string, content: Omit<EmailContent, 'facts' | 'preview'>): Email {
  const whole = { ...content, facts: [], preview: content.paragraphs[0] ?? '' };
  return { to: { name: '', address }, subject: content.subject, html: htmlOf(whole), text: textOf(whole) };
}

const footer = 'You get this because somebody entered this address on the Saluni waitlist.';

/** Asks to verify the address. `publicUrl` has no trailing slash. */
function writeVerificationEmail(email: string, token: string, publicUrl: string): Email {
  return emailOf(email, {
    subject: 'Verify your email to reserve your spot',
    heading: 'Reserve your spot',
    paragraphs: [
      'Thanks for joining the Saluni beta waitlist. Please verify your email address: only verified addresses are added to the list.',
    ],
    next: 'The link works once, for 48 hours. If you did not sign up, ignore this mail and nothing happens.',
    button: { label: 'Verify my email', url: `${publicUrl}${pagePath('verifyEmail')}?token=${token}` },
    footer,
  });
}

/** For a signup with an address that is verified already. */
function writeStatusEmail(email: string, status: Exclude<EntryStatus, 'unverified'>, publicUrl: string): Email {
  const { subject, text } = statusTexts[status];
  return emailOf(email, {
    subject,
    heading: subject,
    paragraphs: [text],
    next: 'If you did not sign up again, ignore this mail and nothing happens.',
    button: { label: 'Go to Saluni', url: publicUrl + pagePath('home') },
    footer,
  });
}

const statusTexts = {
  verified: {
    subject: 'You are already on the list',
    text: 'You signed up for the Saluni beta again. Your email address is verified and your spot is reserved: there is nothing left to do. We mail you the details when it is your turn.',
  },
  approved: {
    subject: 'You are already on the list',
    text: 'You signed up for the Saluni beta again. You are on the list and your spot is confirmed: look for our invitation in your inbox and your spam folder.',
  },
  declined: {
    subject: 'Your application was reviewed',
    text: 'You signed up for the Saluni beta again. We have reviewed your application already and cannot offer you a spot in this beta.',
  },
};
