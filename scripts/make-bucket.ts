import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { readConfigOrExit } from '#server/config.ts';

/** Makes the bucket that the environment names, on a store that does not have it yet. Again changes nothing. */

const { s3 } = readConfigOrExit();
if (s3 === undefined) {
  process.stderr.write('saluni: S3_ENDPOINT must be set\n');
  process.exit(1);
}
const client = new S3Client({
  endpoint: s3.endpoint,
  region: s3.region,
  forcePathStyle: s3.forcePathStyle,
  credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
  maxAttempts: 10,
});
try {
  await client.send(new CreateBucketCommand({ Bucket: s3.bucket }));
  console.log(`made the bucket ${s3.bucket}`);
} catch (error) {
  if (!['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes((error as Error).name)) throw error;
  console.log(`the bucket ${s3.bucket} is there`);
}
