import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import type { Link } from '#server/email/reach.ts';
import { pagePath } from '#shared/pages.ts';
import { type EmailKind, emailKinds } from '#shared/users.ts';
import { uuidPattern } from '#shared/wire.ts';

/** What a link switches off: one kind of a user's emails, or all to a guest's address, which is known by its hash. */
type Unsubscribe = { userId: string; kind: EmailKind } | { addressHash: string };

/** The kind in a guest's token. */
const guestKind = 'guest';

const labels: Record<EmailKind, string> = {
  booking: 'Unsubscribe from emails about bookings',
  reminder: 'Unsubscribe from reminder emails',
  message: 'Unsubscribe from emails about messages',
};

/**
 * The link that switches a kind of emails off, for people (GET) and one-click unsubscribing (POST, RFC 8058); its
 * token, `KIND.WHO.SIGNATURE`, can do nothing else. `publicUrl` has no trailing slash.
 */
export async function unsubscribeLink(
  db: Db,
  publicUrl: string,
  { userId, kind }: { userId: string; kind: EmailKind },
): Promise<Link> {
  const who = Buffer.from(userId.replaceAll('-', ''), 'hex');
  return { label: labels[kind], url: await signedUrl(db, publicUrl, kind, who) };
}

/** The same for somebody without an account: emails about appointments at this address. */
export async function guestUnsubscribeLink(db: Db, publicUrl: string, address: string): Promise<Link> {
  const label = 'Stop emails about bookings to this address';
  return { label, url: await signedUrl(db, publicUrl, guestKind, hashOf(address)) };
}

async function signedUrl(db: Db, publicUrl: string, kind: string, who: Buffer): Promise<string> {
  const subject = `${kind}.${who.toString('base64url')}`;
  const signature = signatureOf(await findKey(db), subject).toString('base64url');
  return `${publicUrl}${pagePath('unsubscribe')}?token=${subject}.${signature}`;
}

/** What a link's token stands for; undefined for one that we have not signed. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<Unsubscribe | undefined> {
  const [kind = '', who = '', signature = '', ...more] = token.split('.');
  if (more.length > 0) return undefined;
  const expected = signatureOf(await findKey(db), `${kind}.${who}`);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const hex = Buffer.from(who, 'base64url').toString('hex');
  if (kind === guestKind) return { addressHash: hex };
  const known = emailKinds.find((one) => one === kind);
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return known && uuidPattern.test(userId) ? { userId, kind: known } : undefined;
}

/** As `unsubscribed_addresses` has an address. */
function hashOf(address: string): Buffer {
  return createHash('sha256').update(address.toLowerCase()).digest();
}

function signatureOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

async function findKey(db: Db): Promise<Buffer> {
  const { key } = await db
    .selectFrom('signing_keys')
    .select('key')
    .where('purpose', '=', 'unsubscribe')
    .executeTakeFirstOrThrow();
  return key;
}
