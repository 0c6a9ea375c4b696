import type { Database } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { decrypt, encrypt } from '#server/secrets/encrypt.ts';
import { reencrypt } from '#server/secrets/reencrypt.ts';
import type { Health } from '#shared/hair.ts';
import { lockHealth, putSealed } from './queries.ts';

/** Health as its row keeps it: encrypted along with whose it is. */
export function sealHealth(key: Buffer, health: Health, clientId: string): Buffer {
  return encrypt(key, JSON.stringify(health), clientId);
}

/** Processes, by their log, that have told that their key does not open everything. */
const told = new WeakSet<object>();

/** Null without any, and for what this key does not open, which the log says once. */
export function openHealth(
  { secretsKey, log }: Pick<Deps, 'secretsKey' | 'log'>,
  sealed: Buffer | null,
  clientId: string,
): Health | null {
  if (sealed === null) return null;
  const text = secretsKey && decrypt(secretsKey, sealed, clientId);
  if (text !== undefined) return JSON.parse(text);
  if (!told.has(log))
    log.error('health notes cannot be decrypted with this SECRETS_KEY: they read as if there were none');
  told.add(log);
  return null;
}

/** Encrypts all of it with another key. */
export function reencryptHealth(db: Database, from: Buffer, to: Buffer) {
  return reencrypt(
    db,
    { from, to },
    {
      lock: lockHealth,
      open: (key, { client_id, health }) => decrypt(key, health, client_id),
      put: (trx, { client_id }, text) => putSealed(trx, client_id, encrypt(to, text, client_id)),
    },
  );
}
