import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '#server/config.ts';
import { unavailable } from '#server/errors.ts';

type StoredFile = { name: string; type: string; bytes: Buffer };

/**
 * Pictures that everybody may see, those of messages, which nothing serves but the call that asks who reads, and those
 * that chats show of pages, which are made again when they are missing.
 */
type Folder = 'images' | 'private' | 'share';

/**
 * Pictures in S3, each the files `images/KEY/NAME`, or in the other folder. Every call ends within 10 seconds
 * (reliability O4) and throws 503 when the store is away.
 */
export type ImageStore = {
  put(key: string, files: readonly StoredFile[], folder?: Folder): Promise<void>;
  /** Undefined for a file that is not there. */
  get(key: string, name: string, folder?: Folder): Promise<Buffer | undefined>;
  remove(key: string, folder?: Folder): Promise<void>;
  /** Pages of pictures that were all stored before an instant, epoch milliseconds. */
  storedBefore(instant: number, folder?: Folder): AsyncIterable<string[]>;
  /** Pages of all files of a folder, each `KEY/NAME`, with their sizes, bytes. */
  stored(folder: Folder): AsyncIterable<{ path: string; size: number }[]>;
  /**
   * Notes in the bucket whose pictures it holds, unless somebody other than `instead` is noted already; returns who is.
   */
  claim(owner: string, instead?: string): Promise<string>;
  close(): Promise<void>;
};

/** The object that says which database's pictures the bucket holds. */
const ownerNote = 'database';
/** Longest time of a call, milliseconds. */
const timeLimit = 10_000;
/** Seconds after which a caller may ask again. */
const retryAfter = 5;

/** `onFailure` is told why a call was answered with 503. Without a configuration, there is no store. */
export function createImageStore(s3: S3Config | undefined, onFailure: (error: unknown) => void): ImageStore {
  let opening: ReturnType<typeof open> | undefined;

  /** Loads the client at the first use, as a worker or a command may never need it. */
  async function open(config: S3Config) {
    const sdk = await import('@aws-sdk/client-s3');
    const client: S3Client = new sdk.S3Client({
      endpoint: config.endpoint,
      region: config.region,
      forcePathStyle: config.forcePathStyle,
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 2_000, requestTimeout: timeLimit },
      // Other stores than Amazon's do not know the newer checksums; the signature holds the body's hash.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { sdk, client, bucket: config.bucket };
  }

  async function use<T>(
    work: (store: Awaited<ReturnType<typeof open>>, abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      if (!s3) throw new Error('no image store is configured');
      opening ??= open(s3);
      return await work(await opening, AbortSignal.timeout(timeLimit));
    } catch (error) {
      onFailure(error);
      return unavailable(retryAfter);
    }
  }

  /** One page of objects below a prefix, and where the next begins. */
  function list(Prefix: string, ContinuationToken?: string) {
    return use(async ({ sdk, client, bucket }, abortSignal) => {
      const { Contents = [], NextContinuationToken } = await client.send(
        new sdk.ListObjectsV2Command({
          Bucket: bucket,
          Prefix,
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        }),
        { abortSignal },
      );
      return {
        objects: Contents.map(({ Key = '', LastModified, Size = 0 }) => ({
          key: Key,
          at: LastModified?.getTime(),
          size: Size,
        })),
        next: NextContinuationToken,
      };
    });
  }

  return {
    put: (key, files, folder = 'images') =>
      use(async ({ sdk, client, bucket }, abortSignal) => {
        const cacheControl = folder === 'private' ? 'private, no-store' : 'public, max-age=31536000, immutable';
        const commands = files.map(
          ({ name, type, bytes }) =>
            new sdk.PutObjectCommand({
              Bucket: bucket,
              Key: `${folder}/${key}/${name}`,
              Body: bytes,
              ContentType: type,
              CacheControl: cacheControl,
            }),
        );
        await Promise.all(commands.map((command) => client.send(command, { abortSignal })));
      }),
    get: (key, name, folder = 'images') =>
      use(async ({ sdk, client, bucket }, abortSignal) => {
        try {
          const { Body } = await client.send(
            new sdk.GetObjectCommand({ Bucket: bucket, Key: `${folder}/${key}/${name}` }),
            { abortSignal },
          );
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        } catch (error) {
          if (error instanceof sdk.NoSuchKey || (error as Error).name === 'NotFound') return undefined;
          throw error;
        }
      }),
    async remove(key, folder = 'images') {
      const { objects } = await list(`${folder}/${key}/`);
      await use(async ({ sdk, client, bucket }, abortSignal) => {
        // One by one: not every store takes a list.
        for (const { key: Key } of objects)
          await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }), { abortSignal });
      });
    },
    async *storedBefore(instant, folder = 'images') {
      let next: string | undefined;
      do {
        const page = await list(`${folder}/`, next);
        next = page.next;
        const old = page.objects.filter(({ at }) => at !== undefined && at < instant);
        yield [...new Set(old.map(({ key }) => key.split('/')[1] ?? ''))];
      } while (next !== undefined);
    },
    async *stored(folder) {
      let next: string | undefined;
      do {
        const page = await list(`${folder}/`, next);
        next = page.next;
        yield page.objects.map(({ key, size }) => ({ path: key.slice(folder.length + 1), size }));
      } while (next !== undefined);
    },
    claim: (owner, instead) =>
      use(async ({ sdk, client, bucket }, abortSignal) => {
        const note = { Bucket: bucket, Key: ownerNote };
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand(note), { abortSignal });
          const noted = (await Body?.transformToString()) ?? '';
          if (noted !== instead) return noted;
        } catch (error) {
          if (!(error instanceof sdk.NoSuchKey) && (error as Error).name !== 'NotFound') throw error;
        }
        await client.send(new sdk.PutObjectCommand({ ...note, Body: owner }), { abortSignal });
        return owner;
      }),
    async close() {
      if (opening) (await opening).client.destroy();
    },
  };
}
