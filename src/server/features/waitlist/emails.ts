import { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import { type EmailContent, emailTo } from '#server/email/layout.ts';
import type { Email } from '#server/email/transport.ts';
import { newLink } from '#server/links/mailed-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { pagePath } from '#shared/pages.ts';
import { id } from '#shared/wire.ts';
import { findEntry, findSignup } from './queries.ts';

export type WaitlistTemplate = 'waitlist' | 'waitlist_invitation' | 'waitlist_decline';

type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>;

export const waitlistEmails: Record<WaitlistTemplate, WriteEmail> = {
  /** Answers a signup, by what is known of the address already. */
  async waitlist({ config: { publicUrl }, db }, payload, { eventId }) {
    const entry = await entryOf(db, payload);
    if (!entry) return gone;
    const { email, status } = entry;
    if (status === 'unverified') {
      const { signup_id: signupId } = z.object({ signup_id: id.optional() }).parse(payload);
      const role = (signupId && (await findSignup(db, signupId))?.role) ?? entry.role;
      const token = await newLink(db, 'waitlist_verification', { email, ...(signupId && { signupId }) });
      return { email: writeVerificationEmail(email, { role, token }, publicUrl) };
    }
    if (status === 'approved')
      return {
        email: await writeInvitationEmail(db, entry, { publicUrl, eventId, subject: "You're already on the list" }),
      };
    return { email: writeStatusEmail(email, status, publicUrl) };
  },
  async waitlist_invitation({ config: { publicUrl }, db }, payload, { eventId }) {
    const entry = await entryOf(db, payload);
    if (!entry) return gone;
    return { email: await writeInvitationEmail(db, entry, { publicUrl, eventId, subject: 'Your Saluni invitation' }) };
  },
  async waitlist_decline({ config: { publicUrl }, db }, payload) {
    const entry = await entryOf(db, payload);
    return entry ? { email: writeDeclineEmail(entry, publicUrl) } : gone;
  },
};

const gone = { skip: 'the recipient has deleted their account' };

/** Undefined once the account of its address was deleted. */
function entryOf(db: Db, payload: unknown): Promise<Entry | undefined> {
  return findEntry(db, z.object({ entry_id: id }).parse(payload).entry_id);
}

/** Waitlist emails never contain the typed name, because anybody may have entered the address. */
function emailOf(address: string, content: Omit<EmailContent, 'details' | 'preview' | 'reach'>): Email {
  return emailTo(address, { ...content, preview: content.paragraphs[0] ?? '' });
}

const footer = 'You get this because someone entered this address on the Saluni waitlist.';

/** Asks to verify the address. `publicUrl` has no trailing slash. */
function writeVerificationEmail(
  email: string,
  { role, token }: { role: string; token: string },
  publicUrl: string,
): Email {
  return emailOf(email, {
    subject: 'Verify your email to reserve your spot',
    heading: 'Reserve your spot',
    paragraphs: [
      `Thanks for joining the Saluni beta waitlist as a ${role.toLowerCase()}. Please verify your ` +
        'email address: only verified addresses are added to the list.',
    ],
    next: "The link works once, for 48 hours. If you didn't sign up, ignore this email and nothing happens.",
    button: { label: 'Verify my email', url: `${publicUrl}${pagePath('verifyEmail')}?token=${token}` },
    footer,
  });
}

/** Leads an approved person to their account; whoever has one already is led to the login. */
async function writeInvitationEmail(
  db: Db,
  { email, role, has_account }: Entry,
  { publicUrl, eventId, subject }: { publicUrl: string; eventId: string; subject: string },
): Promise<Email> {
  if (has_account) {
    return emailOf(email, {
      subject,
      heading: 'You already have an account',
      paragraphs: ['This address has a Saluni account: nothing left to set up, just log in.'],
      next: `Forgot your password? Choose a new one: ${publicUrl}${pagePath('forgotPassword')}`,
      button: { label: 'Log in', url: publicUrl + pagePath('login') },
      footer,
    });
  }
  const token = await newLink(db, 'invitation', { email, eventId });
  return emailOf(email, {
    subject,
    heading: 'Your spot is ready',
    paragraphs: [
      role === 'Client'
        ? 'Welcome to the Saluni beta. Choose a password, and you can book somebody who knows your hair.'
        : 'Welcome to the Saluni beta. Choose a password, then set up your page, your services and your hours, and clients can book you.',
    ],
    next: "The link works once, for 14 days. If you didn't sign up, ignore this email and nothing happens.",
    button: { label: 'Choose my password', url: `${publicUrl}${pagePath('acceptInvite')}?token=${token}` },
    footer,
  });
}

function writeDeclineEmail({ email, decline_reason }: Entry, publicUrl: string): Email {
  return emailOf(email, {
    subject: 'About your Saluni application',
    heading: 'About your application',
    paragraphs: [
      "Thank you for your interest in the Saluni beta. We've reviewed your application and can't offer you a spot in this beta.",
    ],
    quote: decline_reason ? { label: 'Why', text: decline_reason } : undefined,
    next: "There's nothing you need to do, and we won't email you about it again.",
    button: { label: 'Go to Saluni', url: publicUrl + pagePath('home') },
    footer,
  });
}

/** For a signup with an address that is verified or declined already. */
function writeStatusEmail(email: string, status: 'verified' | 'declined', publicUrl: string): Email {
  const { subject, text } = statusTexts[status];
  return emailOf(email, {
    subject,
    heading: subject,
    paragraphs: [text],
    next: "If you didn't sign up again, ignore this email and nothing happens.",
    button: { label: 'Go to Saluni', url: publicUrl + pagePath('home') },
    footer,
  });
}

const statusTexts = {
  verified: {
    subject: "You're already on the list",
    text:
      'You signed up for the Saluni beta again. Your email address is verified and your spot is ' +
      "reserved: there's nothing left to do. We'll email you when you're approved.",
  },
  declined: {
    subject: 'Your application was reviewed',
    text: "You signed up for the Saluni beta again. We've already reviewed your application and can't offer you a spot in this beta.",
  },
};
