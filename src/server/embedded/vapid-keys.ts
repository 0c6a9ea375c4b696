import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/process/start-error.ts';
import { areVapidKeys, newVapidKeys, type VapidKeys } from '#server/push/keys.ts';

/**
 * The keys of this DATA_DIR, made at the first start: browsers subscribe for one key. Throws a StartError for a file
 * that holds none.
 */
export async function keepVapidKeys(dataDir: string): Promise<VapidKeys> {
  const path = join(dataDir, 'vapid-keys.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text !== undefined) {
    const keys = keysOf(text);
    if (!keys) throw new StartError(`${path} holds no VAPID keys: delete it, and every subscription ends`);
    return keys;
  }
  const made = newVapidKeys();
  await writeFile(`${path}.new`, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return made;
}

function keysOf(text: string): VapidKeys | undefined {
  try {
    const { publicKey, privateKey } = JSON.parse(text);
    const keys = { publicKey: String(publicKey), privateKey: String(privateKey) };
    return areVapidKeys(keys) ? keys : undefined;
  } catch {
    return undefined;
  }
}
