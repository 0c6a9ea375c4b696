import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretsKey } from '#server/config.ts';
import { StartError } from '#server/process/start-error.ts';

const pathOf = (dataDir: string) => join(dataDir, 'secrets-key');

/** The key of this DATA_DIR, made at the first start. Throws a StartError for a file that holds none. */
export async function keepSecretsKey(dataDir: string): Promise<Buffer> {
  const path = pathOf(dataDir);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text === undefined) return writeSecretsKey(dataDir, randomBytes(32));
  const key = secretsKey(text.trim());
  if (!key) throw new StartError(`${path} holds no key: delete it, and calendars elsewhere must be added again`);
  return key;
}

/** Whole or not at all. */
export async function writeSecretsKey(dataDir: string, key: Buffer): Promise<Buffer> {
  const path = pathOf(dataDir);
  await writeFile(`${path}.new`, `${key.toString('base64')}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return key;
}
