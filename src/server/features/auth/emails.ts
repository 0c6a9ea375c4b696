import { z } from 'zod';
import { htmlOf, textOf } from '#server/email/layout.ts';
import type { Email } from '#server/email/transport.ts';
import { newLink } from '#server/mailed-links.ts';
import type { WriteEmail } from '#server/noun-jobs.ts';
import { pagePath } from '#shared/pages.ts';
import { id } from '#shared/wire.ts';
import { findActiveUser } from './queries.ts';

export const authEmails: Record<'password_reset', WriteEmail> = {
  async password_reset({ config, db }, payload) {
    const { user_id } = z.object({ user_id: id }).parse(payload);
    const user = await findActiveUser(db, user_id);
    if (!user) return { skip: 'the recipient is disabled' };
    const token = await newLink(db, 'password_reset', { email: user.email, userId: user.id });
    return { email: writeResetEmail(user.email, token, config.publicUrl) };
  },
};

/** `publicUrl` has no trailing slash. */
function writeResetEmail(address: string, token: string, publicUrl: string): Email {
  const content = {
    subject: 'Choose a new password',
    preview: 'Your link to a new password works once, for one hour.',
    heading: 'Choose a new password',
    paragraphs: ['Somebody, hopefully you, asked for a new password for the Saluni account of this address.'],
    facts: [],
    next: 'The link works once, for one hour, and then you are logged out on every device. If you did not ask for it, ignore this email: your password stays as it is.',
    button: { label: 'Choose a new password', url: `${publicUrl}${pagePath('resetPassword')}?token=${token}` },
    footer: 'You get this because a new password was requested for your Saluni account.',
  } satisfies Parameters<typeof htmlOf>[0];
  return { to: { name: '', address }, subject: content.subject, html: htmlOf(content), text: textOf(content) };
}
