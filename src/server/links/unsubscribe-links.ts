import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import { pagePath } from '#shared/pages.ts';
import { type EmailKind, emailKinds } from '#shared/users.ts';
import { uuidPattern } from '#shared/wire.ts';

/** Whose emails of which kind a link switches off. */
type Unsubscribe = { userId: string; kind: EmailKind };

/**
 * The address that switches a kind of emails off: a page for people (GET), and the target of one-click unsubscribing
 * (POST, RFC 8058). The token in it can do nothing else. It is `KIND.USER.SIGNATURE`, and the kind stands first because
 * the page names it. `publicUrl` has no trailing slash.
 */
export async function unsubscribeUrl(db: Db, publicUrl: string, { userId, kind }: Unsubscribe): Promise<string> {
  const user = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
  const signature = signatureOf(await findKey(db), `${kind}.${user}`).toString('base64url');
  return `${publicUrl}${pagePath('unsubscribe')}?token=${kind}.${user}.${signature}`;
}

/** What a link's token stands for; undefined for one that we have not signed. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<Unsubscribe | undefined> {
  const [kind, user = '', signature = '', ...more] = token.split('.');
  const known = emailKinds.find((one) => one === kind);
  if (!known || more.length > 0) return undefined;
  const expected = signatureOf(await findKey(db), `${known}.${user}`);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const userId = Buffer.from(user, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return uuidPattern.test(userId) ? { userId, kind: known } : undefined;
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
