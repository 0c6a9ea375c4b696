import { PassThrough } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
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
  /**
   * Resolves once the mail server has accepted the email; throws `EmailRefused` when a retry is pointless, `EmailUnanswered` when the email may
   * have been accepted, else an error: then the connection was closed before the email was complete, so that it cannot be accepted later.
   */
  send(email: Envelope, phases?: Phases): Promise<void>;
  /** Throws when the mail server is away. */
  check(): Promise<void>;
  /** Ends all attempts. */
  close(): void;
};
/** `signal` ends an attempt, but not from `onData` on: then the mail server has the whole email and owes its answer. */
type Phases = { signal?: AbortSignal | undefined; onData?: (() => void) | undefined };

/** The mail server refused the email for good (5xx). */
export class EmailRefused extends Error {}

/** The mail server got the whole email and did not answer whether it accepts it. */
export class EmailUnanswered extends Error {}

/**
 * Longest times, milliseconds: `data` until the mail server has the whole email (reliability O4), `answer` from then on. Who asks again before
 * that makes a second copy; RFC 5321 (4.5.3.2.6) gives the server ten minutes.
 */
const patience = { data: 15_000, answer: 10 * 60_000 };
const tooSlow = (milliseconds: number) => `the mail server took longer than ${milliseconds / 1_000} seconds`;

type SmtpError = Error & { responseCode?: number; command?: string };

/** A 5xx for a sender, a recipient or the content is final. At greeting or login it is a configuration error, so it is retried. */
function isFinal(error: unknown): error is SmtpError {
  const { responseCode = 0, command = '' } = error as SmtpError;
  return responseCode >= 500 && responseCode < 600 && /^(RCPT TO|MAIL FROM|DATA|API)$/.test(command);
}

function failureOf(error: unknown, isWritten: boolean): unknown {
  if (isFinal(error)) return new EmailRefused(error.message, { cause: error });
  const { message, responseCode } = error as SmtpError;
  return isWritten && responseCode === undefined ? new EmailUnanswered(message, { cause: error }) : error;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether a mail server's certificate is checked: with `smtps:`, and before a password is sent to another machine. Otherwise `smtp:` takes
 * STARTTLS where it is offered, with any certificate, because the alternative is no encryption at all.
 */
export function mustBeCertified({ protocol, username, hostname }: URL): boolean {
  return protocol === 'smtps:' || (username !== '' && !loopback.test(hostname));
}

/** `from` as configured: `Saluni <hello@saluni.example>`. `times` are shorter in tests alone. */
export function createMailer(smtpUrl: string | undefined, from: string, times = patience): Mailer {
  if (smtpUrl === undefined) return unconfigured;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: times.data,
    greetingTimeout: times.data,
    dnsTimeout: times.data,
    // Of a silent connection. `send` has a time of its own for each phase, which ends earlier.
    socketTimeout: times.answer + times.data,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { rejectUnauthorized: mustBeCertified(new URL(smtpUrl)) },
  });

  // The last stream of the message ends when all of it was written to the connection.
  transport.use('stream', (mail, done) => {
    const { onWritten } = mail.data as { onWritten?: () => void };
    mail.message.processFunc((input) => {
      const written = new PassThrough().once('end', () => onWritten?.());
      input.once('error', (error) => written.destroy(error));
      return input.pipe(written);
    });
    done();
  });
  const sending = new Set<AbortController>();

  async function send(email: Envelope, { signal, onData }: Phases = {}): Promise<void> {
    const attempt = new AbortController();
    const end = (reason: unknown) => attempt.abort(reason);
    const endAfter = (milliseconds: number) => setTimeout(() => end(new Error(tooSlow(milliseconds))), milliseconds);
    const onAbort = () => end(signal?.reason);
    let isWritten = false;
    let timer = endAfter(times.data);
    function onWritten(): void {
      isWritten = true;
      clearTimeout(timer);
      timer = endAfter(times.answer);
      signal?.removeEventListener('abort', onAbort);
      onData?.();
    }
    sending.add(attempt);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    try {
      await transport.sendMail({ ...messageOf(email), signal: attempt.signal, onWritten } as SendMailOptions);
    } catch (error) {
      throw failureOf(attempt.signal.aborted ? attempt.signal.reason : error, isWritten);
    } finally {
      clearTimeout(timer);
      sending.delete(attempt);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  function messageOf({ to, subject, html, text, invitation, messageId, requestId }: Envelope): SendMailOptions {
    return {
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
    };
  }

  return {
    send,
    check: async () => void (await withTimeout(times.data, transport.verify(), tooSlow(times.data))),
    close() {
      for (const attempt of sending) attempt.abort(new Error('the process ends'));
      transport.close();
    },
  };
}

const unconfigured: Mailer = {
  send: () => Promise.reject(new Error('no mail server is configured')),
  check: () => Promise.reject(new Error('no mail server is configured')),
  close: () => {},
};
