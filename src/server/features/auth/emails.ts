import { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import { emailTo } from '#server/email/layout.ts';
import type { Email } from '#server/email/transport.ts';
import { newLink } from '#server/links/mailed-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { contactEmail, defaultTimeZone } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { formatDateTime } from '#shared/time.ts';
import { id } from '#shared/wire.ts';
import { findFarewell } from './deletion-queries.ts';
import { findDevice } from './device-queries.ts';
import { findEmailChange } from './email-queries.ts';
import { authEvents } from './events.ts';
import { findActiveUser } from './queries.ts';

/** All of them are about the account's security: nobody can switch them off. */
export type AuthTemplate = 'password_reset' | 'password_changed' | 'user_invitation';
type ChangeTemplate = 'email_change' | 'email_change_notice' | 'email_changed';

const gone = { skip: 'the recipient is disabled or gone' };

export const authEmails: Record<AuthTemplate | ChangeTemplate | 'account_deleted' | 'new_device', WriteEmail> = {
  password_reset: ofUser(async ({ db, publicUrl, eventId }, user) => {
    const token = await newLink(db, 'password_reset', { email: user.email, userId: user.id, eventId });
    return emailTo(user.email, {
      subject: 'Choose a new password',
      preview: 'Your link to a new password works once, for one hour.',
      heading: 'Choose a new password',
      paragraphs: ['We got a request for a new password for your Saluni account.'],
      next:
        'The link works once, for one hour. A new password logs you out on every device. If you ' +
        "didn't ask for it, ignore this email: your password stays as it is.",
      button: { label: 'Choose a new password', url: `${publicUrl}${pagePath('resetPassword')}?token=${token}` },
      footer: 'You get this because a new password was requested for your Saluni account.',
    });
  }),

  password_changed: ofUser(async ({ publicUrl }, user, payload) => {
    const { is_first } = z.object({ is_first: z.boolean().optional() }).parse(payload);
    const done = is_first ? 'set' : 'changed';
    return emailTo(user.email, {
      subject: `Your password was ${done}`,
      preview: "If it was you, there's nothing to do.",
      heading: `Your password was ${done}`,
      paragraphs: [`The password of your Saluni account was ${done}. If it was you, there's nothing to do.`],
      next: "If it wasn't you, choose a new password now: that logs everyone out.",
      button: { label: 'Choose a new password', url: publicUrl + pagePath('forgotPassword') },
      footer: security,
    });
  }),

  user_invitation: ofUser(async ({ db, publicUrl, eventId }, user) => {
    const token = await newLink(db, 'invitation', { email: user.email, userId: user.id, eventId });
    return emailTo(user.email, {
      subject: 'Your Saluni invitation',
      preview: 'Your account is ready. Choose a password to get started.',
      heading: 'Your account is ready',
      paragraphs: ['You have a Saluni account under this address. Choose a password to get started.'],
      next:
        'The link works once, for 14 days. A new password logs you out on every other device. If you ' +
        'already have a password, you can keep using it: just log in and ignore this email.',
      button: { label: 'Choose my password', url: `${publicUrl}${pagePath('acceptInvite')}?token=${token}` },
      footer: 'You get this because the Saluni team invited you to your account.',
    });
  }),

  email_change: ofChange(async ({ db, publicUrl }, change) => {
    if (!change.is_latest) return { skip: 'another address was asked for since' };
    if (change.is_taken) {
      return emailTo(change.email, {
        subject: 'This address has a Saluni account',
        preview: 'Nothing was changed.',
        heading: 'This address already has an account',
        paragraphs: [
          'We got a request to use this address for a Saluni account. It already has one, so nothing was changed.',
        ],
        next: 'If it was you, log in with this address. If not, ignore this email.',
        button: { label: 'Log in', url: publicUrl + pagePath('login') },
        footer: asked,
      });
    }
    const token = await newLink(db, 'email_change', { email: change.email, userId: change.user_id });
    return emailTo(change.email, {
      subject: 'Confirm your new email',
      preview: 'Your link works once, for 24 hours.',
      heading: 'Confirm your new email',
      paragraphs: [
        `We got a request to move the Saluni account of ${change.current_email} to this address.`,
        'Open the link and press the button there. From then on you log in with this address.',
      ],
      next: "The link works once, for 24 hours. If you didn't ask for it, ignore this email and nothing happens.",
      button: { label: 'Confirm my new email', url: `${publicUrl}${pagePath('confirmEmail')}?token=${token}` },
      footer: asked,
    });
  }, 'new'),

  email_change_notice: ofChange(async ({ publicUrl }, { email, current_email }) => {
    if (email === current_email) return { skip: 'the address is the same' };
    return emailTo(current_email, {
      subject: 'Your email is about to change',
      preview: "We got a request to change your account's email.",
      heading: 'Your email is about to change',
      paragraphs: [
        `We got a request to use ${email} for your Saluni account. It changes once you confirm it with the link we sent there.`,
      ],
      next: "If it wasn't you, choose a new password now: that logs everyone out, and the link no longer works.",
      button: { label: 'Choose a new password', url: publicUrl + pagePath('forgotPassword') },
      footer: security,
    });
  }, 'old'),

  /** With the way back, but for who changed it and was undone. */
  email_changed: ofChange(async ({ db, publicUrl }, { previous_email, email, is_undo, user_id }) => {
    if (previous_email === null) return { skip: 'the address was not changed' };
    if (is_undo) {
      return emailTo(previous_email, {
        subject: 'Your email was changed back',
        preview: 'You log in with your former address again.',
        heading: 'Your email was changed back',
        paragraphs: [`Your Saluni account uses ${email} again, and every device is logged out.`],
        next: `If it wasn't you, write to ${contactEmail} straight away.`,
        button: { label: 'Go to Saluni', url: publicUrl + pagePath('home') },
        footer: security,
      });
    }
    const token = await newLink(db, 'email_undo', { email: previous_email, userId: user_id });
    return emailTo(previous_email, {
      subject: 'Your email was changed',
      preview: "If it wasn't you, take your account back within 7 days.",
      heading: 'Your email was changed',
      paragraphs: [`Your Saluni account now uses ${email}. You log in with it, and our emails go there.`],
      next: "If it was you, there's nothing to do. If not, take your account back within 7 days: this email is yours again, and everyone is logged out.",
      button: { label: 'Change it back', url: `${publicUrl}${pagePath('undoEmail')}?token=${token}` },
      footer: security,
    });
  }),

  async account_deleted({ config: { publicUrl }, db }, payload) {
    const { farewell_id } = authEvents['account.deleted'].parse(payload);
    const farewell = await findFarewell(db, farewell_id);
    if (!farewell) return { skip: 'the address is forgotten' };
    const email = emailTo(farewell.email, {
      subject: 'Your Saluni account is deleted',
      preview: 'Your account and what belonged to it are gone for good.',
      heading: 'Your account is deleted',
      paragraphs: [
        'Your Saluni account and what belonged to it are gone for good. Past bookings stay with the other side, without your name.',
      ],
      next: `If it wasn't you, write to ${contactEmail} straight away.`,
      button: { label: 'Go to Saluni', url: publicUrl + pagePath('home') },
      footer: 'You get this because this address had a Saluni account. It is our last email about it.',
    });
    return { email };
  },

  /** A login from a browser or network that the account was not used from before. */
  async new_device({ config: { publicUrl }, db }, payload) {
    const { user_id, device_key } = z.object({ user_id: id, device_key: z.string() }).parse(payload);
    const login = await findDevice(db, user_id, device_key);
    if (!login) return gone;
    const email = emailTo(login.email, {
      subject: 'A new login to your Saluni account',
      preview: "Someone, hopefully you, logged in from a browser or network we don't know.",
      heading: 'A login from a new device',
      paragraphs: ["Someone, hopefully you, logged in to your Saluni account from a browser or network we don't know."],
      details: [
        ['Device', login.device ?? 'Unknown device'],
        ['When', formatDateTime(login.at, login.time_zone ?? defaultTimeZone)],
      ],
      next:
        "If it was you, there's nothing to do. If not, choose a new password now: that logs " +
        'everyone out. Your settings list all your devices.',
      button: { label: 'Choose a new password', url: publicUrl + pagePath('forgotPassword') },
      footer: security,
    });
    return { email };
  },
};

const security = 'You get this because it is about the security of your Saluni account.';
const asked = 'You get this because someone entered this address for their Saluni account.';

/** `publicUrl` has no trailing slash; `eventId` is of the mail, whose link ends those of others. */
type Tools = { db: Db; publicUrl: string; eventId: string };
type User = NonNullable<Awaited<ReturnType<typeof findActiveUser>>>;
type Change = NonNullable<Awaited<ReturnType<typeof findEmailChange>>>;

function ofUser(write: (tools: Tools, user: User, payload: unknown) => Promise<Email>): WriteEmail {
  return async ({ config: { publicUrl }, db }, payload, { eventId }) => {
    const { user_id } = z.object({ user_id: id }).parse(payload);
    const user = await findActiveUser(db, user_id);
    return user ? { email: await write({ db, publicUrl, eventId }, user, payload) } : gone;
  };
}

/** `suffix` tells the two emails of one event apart. */
function ofChange(
  write: (tools: Tools, change: Change) => Promise<Email | { skip: string }>,
  suffix?: string,
): WriteEmail {
  return async ({ config: { publicUrl }, db }, payload, { eventId }) => {
    const { change_id } = z.object({ change_id: id }).parse(payload);
    const change = await findEmailChange(db, change_id);
    if (!change) return gone;
    const written = await write({ db, publicUrl, eventId }, change);
    return 'skip' in written ? written : { email: written, ...(suffix ? { suffix } : {}) };
  };
}
