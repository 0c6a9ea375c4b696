import type { Config } from '#server/config.ts';
import type { VapidKeys } from '#server/push/keys.ts';
import { keepSecretsKey } from './secrets-key.ts';
import { keepVapidKeys } from './vapid-keys.ts';

/** The keys that the environment names; an embedded database has its own for those that it does not. */
export async function keysOf({
  databaseUrl,
  dataDir,
  ...named
}: Pick<Config, 'databaseUrl' | 'dataDir' | 'vapid' | 'secretsKey'>): Promise<{
  vapid?: VapidKeys;
  secretsKey?: Buffer;
}> {
  const isEmbedded = databaseUrl === undefined;
  const vapid = named.vapid ?? (isEmbedded ? await keepVapidKeys(dataDir) : undefined);
  const secretsKey = named.secretsKey ?? (isEmbedded ? await keepSecretsKey(dataDir) : undefined);
  return { ...(vapid && { vapid }), ...(secretsKey && { secretsKey }) };
}
