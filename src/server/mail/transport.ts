import { createTransport } from 'nodemailer';
import { within } from '#server/within.ts';

/** A mail as it leaves. Addresses are objects and the subject is one line: no header is ever put together from what somebody typed. */
export type Mail = {
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** Added and shown by calendars. */
  invitation?: { method: 'REQUEST' | 'CANCEL'; content: string } | undefined;
};
/** `messageId` is the same for every attempt at one mail, so that a second copy is recognised. */
export type Envelope = Mail & { messageId: string; requestId: string | null };

export type Mailer = {
  /** Resolves once the mail server has accepted it; throws `MailRefused` when it never will. */
  send(mail: Envelope): Promise<void>;
  /** Throws when the mail server is away. */
  check(): Promise<void>;
  close(): void;
};

/** The mail server said no for good (5xx): trying again changes nothing. */
export class MailRefused extends Error {}

/** Every wait for the mail server, and all of one mail (reliability O4), milliseconds. */
const patience = 15_000;
const tooSlow = `the mail server took longer than ${patience / 1000} seconds`;

type SmtpError = Error & { responseCode?: number; command?: string };

/** Refusals of a sender, a recipient or a content are final; a server that greets or logs in with 5xx is set up wrongly, for now. */
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
      await within(patience, sending, tooSlow);
    } catch (error) {
      throw isFinal(error) ? new MailRefused(error.message, { cause: error }) : error;
    }
  }

  return {
    send,
    check: async () => void (await within(patience, transport.verify(), tooSlow)),
    close: () => transport.close(),
  };
}

const unconfigured: Mailer = {
  send: () => Promise.reject(new Error('no mail server is configured')),
  check: () => Promise.reject(new Error('no mail server is configured')),
  close: () => {},
};
