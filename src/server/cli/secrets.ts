import { readFile } from 'node:fs/promises';
import { secretsKey } from '#server/config.ts';
import { keysOf } from '#server/embedded/keys.ts';
import { writeSecretsKey } from '#server/embedded/secrets-key.ts';
import { reencryptAddresses } from '#server/features/busy-calendars/reencrypt.ts';
import { reencryptHealth } from '#server/features/hair/health-secret.ts';
import { type Command, CommandError } from './command.ts';

export const secretsRekeyCommand: Command = {
  name: 'secrets rekey',
  describe:
    'Encrypts the addresses of calendars elsewhere and health notes with the key in a file, 32 bytes in base64. The present key is SECRETS_KEY, or that in DATA_DIR, which is replaced. Restart every process with the new one.',
  options: {},
  operand: { name: 'FILE', describe: 'the file with the new key' },
  prepare: (given) => async (context) => {
    const { databaseUrl, dataDir, secretsKey: configured } = context.config;
    const { secretsKey: present } = await keysOf(context.config);
    if (!present) throw new CommandError('SECRETS_KEY, the present key, is not set');
    const text = await readFile(given.FILE ?? '', 'utf8').catch(() => '');
    const next = secretsKey(text.trim());
    if (!next) throw new CommandError(`${given.FILE} holds no 32 bytes in base64`);
    const { changed, left } = await reencryptAddresses(context.db, present, next);
    const notes = await reencryptHealth(context.db, present, next);
    // Last: whoever was interrupted before runs it again with the key that is still here.
    if (!configured && databaseUrl === undefined) await writeSecretsKey(dataDir, next);
    context.print(`Addresses encrypted anew: ${changed}`);
    if (notes.changed > 0) context.print(`Health notes encrypted anew: ${notes.changed}`);
    if (left > 0) context.print(`Left, because neither key opens them: ${left}. Those calendars must be added again.`);
    if (notes.left > 0) context.print(`Health notes that neither key opens, which read as none: ${notes.left}.`);
  },
};
