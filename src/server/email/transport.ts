import { PassThrough } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import { withTimeout } from '#server/process/with-timeout.ts';
import { createPause } from './pause.ts';

/**
 * An email to send. Addresses are objects and the subject becomes one line, so that no header is built from what a user
 * typed.
 */
export type Email = {
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /**
   * The address that switches emails of this kind off, for a mail program's own button (RFC 8058). Security mail has
   * none.
   */
  unsubscribe?: string | undefined;
  /** A calendar entry, which email programs offer to add. */
  invitation?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string } | undefined;
};
/** `messageId` is the same for every attempt at an email, so that email programs recognize a second copy. */
type Envelope = Email & { messageId: string; requestId: string | null };

export type Mailer = {
  /**
   * Resolves once the mail server has accepted the email. Throws `EmailRefused` when a retry is pointless,
   * `EmailUnanswered` when it may have been accepted, `EmailDeferred` when the server is away or asks to wait, else an
   * error; after the last two the connection is closed, so that it cannot be accepted later.
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

/** The mail server takes no email now, or none for this mailbox: nothing is wrong with the email. */
export class EmailDeferred extends Error {
  /** Whether any other email would have met the same. */
  readonly concernsAll: boolean;
  /** Milliseconds until the next attempt is worth while; undefined where that is not known. */
  readonly pausedFor: number | undefined;

  constructor(
    message: string,
    { concernsAll = true, pausedFor, ...options }: { concernsAll?: boolean; pausedFor?: number; cause?: unknown },
  ) {
    super(message, options);
    this.concernsAll = concernsAll;
    this.pausedFor = pausedFor;
  }
}

/**
 * Longest times, milliseconds: `data` until the mail server has the whole email (reliability O4), `answer` from then
 * on. Who asks again before that makes a second copy; RFC 5321 (4.5.3.2.6) gives the server ten minutes.
 */
const timeouts = { data: 15_000, answer: 10 * 60_000 };
const tooSlow = (milliseconds: number) => `the mail server took longer than ${milliseconds / 1_000} seconds`;

type SmtpError = Error & { responseCode?: number; command?: string; code?: string; response?: string };

/**
 * A 5xx for a sender, a recipient or the content is final. At greeting or login it is a configuration error, so it is
 * retried.
 */
function isFinal(error: unknown): error is SmtpError {
  const { responseCode = 0, command = '' } = error as SmtpError;
  return responseCode >= 500 && responseCode < 600 && /^(RCPT TO|MAIL FROM|DATA|API)$/.test(command);
}

/**
 * nodemailer's codes of a server that cannot be reached, greets with a refusal, breaks the connection off, or takes no
 * login.
 */
const awayCodes = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'EPROTOCOL']);
/** Enhanced codes (RFC 3463) of an address or a mailbox: what is temporary about them concerns nobody else. */
const ofMailbox = /^4\d\d[ -]4\.[12]\./;

function failureOf(error: unknown, isWritten: boolean): unknown {
  if (isFinal(error)) return new EmailRefused(error.message, { cause: error });
  const { message, responseCode, code = '', response = '' } = error as SmtpError;
  if (isWritten && responseCode === undefined) return new EmailUnanswered(message, { cause: error });
  const asksToWait = responseCode !== undefined && responseCode >= 400 && responseCode < 500;
  if (asksToWait || awayCodes.has(code))
    return new EmailDeferred(message, { concernsAll: !ofMailbox.test(response), cause: error });
  return error;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether a connection to the mail server is encrypted, and its certificate checked, or not made: with `smtps:`, and
 * before a password is sent to another machine, also where somebody between took STARTTLS out of the greeting. Otherwise `smtp:` takes STARTTLS where it is offered, with any certificate, because the alternative is no encryption
 * at all.
 */
export function mustBeCertified({ protocol, username, hostname }: URL): boolean {
  return protocol === 'smtps:' || (username !== '' && !loopback.test(hostname));
}

type MailerOptions = {
  /** Called whenever all emails begin to pause, because the server is away or asks to wait. */
  onPause?: (error: unknown, milliseconds: number) => void;
  /** Shorter in tests alone. */
  times?: typeof timeouts;
};

/** Loaded by the first email or check: with `fetch`, which comes along, it is a tenth of a start. */
async function openTransport(smtpUrl: string, times: typeof timeouts) {
  const { createTransport } = await import('nodemailer');
  const isCertified = mustBeCertified(new URL(smtpUrl));
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: times.data,
    greetingTimeout: times.data,
    dnsTimeout: times.data,
    // Of a silent connection. `send` has a time of its own for each phase, which ends earlier.
    socketTimeout: times.answer + times.data,
    disableFileAccess: true,
    disableUrlAccess: true,
    requireTLS: isCertified,
    tls: { rejectUnauthorized: isCertified },
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
  return transport;
}

/** `from` as configured: `Saluni <hello@saluni.example>`. */
export function createMailer(
  smtpUrl: string | undefined,
  from: string,
  { onPause = () => {}, times = timeouts }: MailerOptions = {},
): Mailer {
  if (smtpUrl === undefined) return unconfigured;
  const pause = createPause(onPause);
  let opened: ReturnType<typeof openTransport> | undefined;
  const transport = () => (opened ??= openTransport(smtpUrl, times));
  const sending = new Set<AbortController>();

  async function send(email: Envelope, phases: Phases = {}): Promise<void> {
    const onData = (go: () => void) => () => {
      go();
      phases.onData?.();
    };
    const sent = await pause.run(
      (go) => attemptTo(email, { ...phases, onData: onData(go) }),
      (error) => error instanceof EmailDeferred && error.concernsAll,
    );
    if (sent) throw new EmailDeferred('all emails wait for the mail server', sent);
  }

  async function attemptTo(email: Envelope, { signal, onData }: Phases): Promise<void> {
    const attempt = new AbortController();
    const end = (reason: unknown) => attempt.abort(reason);
    const endAfter = (milliseconds: number) =>
      setTimeout(() => end(Object.assign(new Error(tooSlow(milliseconds)), { code: 'ETIMEDOUT' })), milliseconds);
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
      const message = { ...messageOf(email), signal: attempt.signal, onWritten };
      await (await transport()).sendMail(message as SendMailOptions);
    } catch (error) {
      throw failureOf(attempt.signal.aborted ? attempt.signal.reason : error, isWritten);
    } finally {
      clearTimeout(timer);
      sending.delete(attempt);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  function messageOf({
    to,
    subject,
    html,
    text,
    unsubscribe,
    invitation,
    messageId,
    requestId,
  }: Envelope): SendMailOptions {
    return {
      from,
      to,
      subject: subject.replace(/\s+/g, ' ').trim(),
      html,
      text,
      messageId,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(requestId ? { 'X-Request-Id': requestId } : {}),
        ...(unsubscribe
          ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
          : {}),
      },
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
    check: async () => void (await withTimeout(times.data, (await transport()).verify(), tooSlow(times.data))),
    close() {
      for (const attempt of sending) attempt.abort(new Error('the process ends'));
    },
  };
}

const unconfigured: Mailer = {
  send: () => Promise.reject(new Error('no mail server is configured')),
  check: () => Promise.reject(new Error('no mail server is configured')),
  close: () => {},
};
