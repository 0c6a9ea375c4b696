import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** A text that is kept secret: initialisation vector, tag and cipher text. `of`: whose it is; it opens for no other. */
export function encrypt(key: Buffer, text: string, of: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(of));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** Undefined where the key is another, or the secret somebody else's. */
export function decrypt(key: Buffer, secret: Buffer, of: string): string | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, secret.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(of))
      .setAuthTag(secret.subarray(ivBytes, ivBytes + tagBytes));
    return decipher.update(secret.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** By which equal secrets are found, without the key saying nothing about them. */
export function fingerprint(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
