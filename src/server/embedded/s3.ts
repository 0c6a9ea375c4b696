import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { S3Config } from '#server/config.ts';
import { startThread } from './service-thread.ts';

type EmbeddedS3 = { s3: S3Config; stop(): Promise<void> };

/** Input of the thread. */
export type S3ThreadInput = {
  directory: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  except: readonly number[];
};

/**
 * Starts an S3 server on a free loopback port that is none of `except`; objects are stored below `directory`. Its keys
 * are new at every start.
 */
export async function startS3(
  directory: string,
  except: readonly number[],
  log?: (line: string) => void,
): Promise<EmbeddedS3> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const input: S3ThreadInput = {
    directory,
    bucket: 'saluni',
    accessKeyId: randomBytes(10).toString('hex'),
    secretAccessKey: randomBytes(24).toString('base64url'),
    except,
  };
  const { ready, stop } = await startThread<{ port: number }>(
    'image store',
    new URL('./s3-thread.ts', import.meta.url),
    input,
    log,
  );
  const { bucket, accessKeyId, secretAccessKey } = input;
  const s3 = {
    endpoint: `http://127.0.0.1:${ready.port}`,
    region: 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: true,
  };
  return { s3, stop };
}
