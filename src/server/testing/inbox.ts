import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

type ReceivedEmail = {
  /** Envelope recipients, lower-case. */
  to: string[];
  /** Header fields by lower-case name, unfolded and decoded. */
  headers: Record<string, string>;
  subject: string;
  messageId: string;
  text: string;
  html: string;
  /** The calendar entry. */
  calendar?: { method: string; content: string };
  attachments: string[];
  raw: string;
};

export type Inbox = {
  url: string;
  emails: ReceivedEmail[];
  to(address: string): ReceivedEmail[];
  /**
   * While it is set, connections, recipients (`only`: this one) or contents are refused with this SMTP code, such as
   * 550 or 451. With `4.2.0` as its text a temporary refusal is about the mailbox, and other emails go on.
   */
  refuse?: { at: 'greeting' | 'rcpt' | 'data'; code: number; text?: string; only?: string | undefined } | undefined;
  /** Connections that were made, the refused ones too. */
  asked: number;
  /** Milliseconds that the server takes to greet, and to take a recipient. */
  pause?: { greeting: number; recipient: number } | undefined;
  /** Connections that are open now. */
  connections(): number;
  /** Called with each mail before it is accepted or refused. */
  onEmail?: ((mail: ReceivedEmail) => Promise<void>) | undefined;
  close(): Promise<void>;
};

/** Starts a real mail server on loopback that keeps mails in memory. */
export async function openInbox(): Promise<Inbox> {
  const refusal = () =>
    Object.assign(new Error(inbox.refuse?.text ?? 'refused for the test'), { responseCode: inbox.refuse?.code });
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    logger: false,
    onConnect: (_session, done) => {
      inbox.asked++;
      setTimeout(() => done(inbox.refuse?.at === 'greeting' ? refusal() : null), inbox.pause?.greeting ?? 0);
    },
    onRcptTo: ({ address }, _session, done) => {
      const refused =
        inbox.refuse?.at === 'rcpt' && (inbox.refuse.only ?? address).toLowerCase() === address.toLowerCase();
      setTimeout(() => done(refused ? refusal() : null), inbox.pause?.recipient ?? 0);
    },
    onData: async (stream, session, done) => {
      // A killed client may break off in the middle of a mail.
      const raw = await text(stream).catch(() => undefined);
      if (raw === undefined) return done(new Error('the mail broke off'));
      const mail = parseEmail(
        raw,
        session.envelope.rcptTo.map(({ address }) => address.toLowerCase()),
      );
      await inbox.onEmail?.(mail);
      if (inbox.refuse?.at === 'data') return done(refusal());
      inbox.emails.push(mail);
      done();
    },
  });
  // A killed client drops its connection, which must not fail the test.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const inbox: Inbox = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    emails: [],
    asked: 0,
    to: (address) => inbox.emails.filter((mail) => mail.to.includes(address.toLowerCase())),
    connections: () => server.connections.size,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return inbox;
}

type Part = { headers: Record<string, string>; body: string };

/** Parses as much of MIME as our mails use. */
function parseEmail(raw: string, to: string[] = []): ReceivedEmail {
  const top = partOf(raw);
  const leaves = leavesOf(top);
  const find = (type: string) => leaves.find(({ headers }) => headers['content-type']?.startsWith(type));
  const calendar = find('text/calendar');
  return {
    to,
    headers: top.headers,
    subject: top.headers.subject ?? '',
    messageId: top.headers['message-id'] ?? '',
    text: decoded(find('text/plain')),
    html: decoded(find('text/html')),
    ...(calendar
      ? {
          calendar: {
            method: /method=(\w+)/i.exec(calendar.headers['content-type'] ?? '')?.[1] ?? '',
            content: decoded(calendar),
          },
        }
      : {}),
    attachments: leaves.flatMap(
      ({ headers }) => /filename="?([^";]+)/.exec(headers['content-disposition'] ?? '')?.[1] ?? [],
    ),
    raw,
  };
}

function partOf(raw: string): Part {
  const text = raw.replaceAll('\r\n', '\n');
  const end = text.indexOf('\n\n');
  const headers: Record<string, string> = {};
  for (const line of text
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = words(line.slice(colon + 1).trim());
  }
  return { headers, body: text.slice(end + 2) };
}

function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)/.exec(part.headers['content-type'] ?? '')?.[1];
  if (!boundary) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((text) => leavesOf(partOf(text.replace(/^\n/, ''))));
}

/** Decodes RFC 2047 words such as `=?UTF-8?Q?Zo=C3=AB?=`. */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : quotedPrintable(word.replaceAll('_', ' ')),
    );
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

function decoded(part: Part | undefined): string {
  if (!part) return '';
  const encoding = part.headers['content-transfer-encoding']?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString();
  return encoding === 'quoted-printable' ? quotedPrintable(part.body) : part.body;
}
