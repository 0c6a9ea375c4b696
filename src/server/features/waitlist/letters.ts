import { htmlOf, type Letter, textOf } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/transport.ts';
import type { EntryStatus } from './queries.ts';

/** Waitlist mails never contain the typed name, because anybody may have entered the address. */
function mailOf(address: string, letter: Omit<Letter, 'facts' | 'preview'>): Mail {
  const whole = { ...letter, facts: [], preview: letter.paragraphs[0] ?? '' };
  return { to: { name: '', address }, subject: letter.subject, html: htmlOf(whole), text: textOf(whole) };
}

const footer = 'You get this because somebody entered this address on the Saluni waitlist.';

/** Asks to verify the address. `publicUrl` has no trailing slash. */
export function writeVerificationMail(email: string, token: string, publicUrl: string): Mail {
  return mailOf(email, {
    subject: 'Verify your email to reserve your spot',
    heading: 'Reserve your spot',
    paragraphs: [
      'Thanks for joining the Saluni beta waitlist. Please verify your email address: only verified addresses are added to the list.',
    ],
    next: 'The link works once, for 48 hours. If you did not sign up, ignore this mail and nothing happens.',
    button: { label: 'Verify my email', url: `${publicUrl}/verify-email?token=${token}` },
    footer,
  });
}

/** For a signup with an address that is verified already. */
export function writeStandingMail(email: string, status: Exclude<EntryStatus, 'unverified'>, publicUrl: string): Mail {
  const { subject, text } = standing[status];
  return mailOf(email, {
    subject,
    heading: subject,
    paragraphs: [text],
    next: 'If you did not sign up again, ignore this mail and nothing happens.',
    button: { label: 'Go to Saluni', url: `${publicUrl}/` },
    footer,
  });
}

const standing = {
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
