import { createTransport } from 'nodemailer';
import { withTimeout } from '#server/with-timeout.ts';

/** An email to send. Addresses are objects and the subject becomes one line, so that no header is built from what a user typed. */
export type Email = {
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** A calendar entry, which email programs offer to add. */
  invitation?: { method: 'REQUEST' | 'CANCEL'; content: string } | undefined;
};
/** `messageId` is the same for every attempt at an email, so that email programs recognize a second copy. */
type Envelope = Email & { messageId: string; requestId: string | null };

export type Mailer = {
  /** Resolves once the mail server has accepted the email; throws `EmailRefused` when a retry is pointless, else an error. */
  send(email: Envelope): Promise<void>;
  /** Throws when the mail server is away. */
  check(): Promise<void>;
  close(): void;
};

/** The mail server refused the email for good (5xx). */
export class EmailRefused extends Error {}

/** Longest wait for the mail server, and longest time for one email (reliability O4), milliseconds. */
const patience = 15_000;
const tooSlow = `the mail server took longer than ${patience / 1000} seconds`;

type SmtpError = Error & { responseCode?: number; command?: string };

/** A 5xx for a sender, a recipient or the content is final. At greeting or login it is a configuration error, so it is retried. */
function isFinal(error: unknown): error is SmtpError {
  const { responseCode = 0, command = '' } = error as SmtpError;
  return responseCode >= 500 && responseCode < 600 && /^(RCPT TO|MAIL FROM|DATA|API)$/.test(command);
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether a mail server's certificate is checked: with `smtps:`, and before a password is sent to another machine. Otherwise `smtp:` takes
 * STARTTLS where it is offered, with any certificate, because the alternative is no encryption at all.
 */
export function mustBeCertified({ protocol, username, hostname }: URL): boolean {
  return protocol === 'smtps:' || (username !== '' && !loopback.test(hostname));
}

/** `from` as configured: `Saluni <hello@saluni.example>`. */
export function createMailer(smtpUrl: string | undefined, from: string): Mailer {
  if (smtpUrl === undefined) return unconfigured;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { rejectUnauthorized: mustBeCertified(new URL(smtpUrl)) },
  });

  async function send({ to, subject, html, text, invitation, messageId, requestId }: Envelope): Promise<void> {
    const sending = transport.sendMail({
      from,
      to,
      subject: subject.replace(/\s+/g, ' ').trim(),
      html,
      text,
      messageId,
      headers: { 'Auto-Submitted': 'auto-generated', ...(requestId ? { 'X-Request-Id': requestId } : {}) },
      ...(invitation
        ? {
            icalEvent: {
              method: invitation.method,
              content: invitation.content,
              filename: invitation.method === 'CANCEL' ? 'cancelled.ics' : 'booking.ics',
            },
          }
        : {}),
    });
    try {
      await withTimeout(patience, sending, tooSlow);
    } catch (error) {
      throw isFinal(error) ? new EmailRefused(error.message, { cause: error }) : error;
    }
  }

  return {
    send,
    check: async () => void (await withTimeout(patience, transport.verify(), tooSlow)),
    close: () => transport.close(),
  };
}

const unconfigured: Mailer = {
  send: () => Promise.reject(new Error('no mail server is configured')),
  check: () => Promise.reject(new Error('no mail server is configured')),
  close: () => {},
};
