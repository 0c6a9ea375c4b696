import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { freePort } from '#server/ports.ts';
import type { S3ThreadInput } from './s3.ts';

type S3rver = new (options: object) => { run(): Promise<AddressInfo> };
type Account = { createKeyPair(accessKeyId: string, secretAccessKey: string): void; revokeAccessKey(accessKeyId: string): void };

const require = createRequire(import.meta.url);
const Server = require('@20minutes/s3rver') as S3rver;
const { DUMMY_ACCOUNT: account } = require('@20minutes/s3rver/lib/models/account') as { DUMMY_ACCOUNT: Account };

const { directory, bucket, accessKeyId, secretAccessKey, except } = workerData as S3ThreadInput;
// The package comes with a publicly known key pair.
account.revokeAccessKey('S3RVER');
account.createKeyPair(accessKeyId, secretAccessKey);

const server = new Server({
  address: '127.0.0.1',
  port: await freePort(except),
  silent: true,
  directory,
  vhostBuckets: false,
  configureBuckets: [{ name: bucket }],
});
const { port } = await server.run();
parentPort?.postMessage({ ready: { port } });
