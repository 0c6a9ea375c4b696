import { createECDH } from 'node:crypto';

/** The pair of keys on P-256 by which push services know us (RFC 8292), base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** Whether the public key belongs to the private one. */
export function areVapidKeys({ publicKey, privateKey }: VapidKeys): boolean {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== privateKey) return false;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(bytes);
  } catch {
    return false;
  }
  return pair.getPublicKey('base64url') === publicKey;
}

/** A private key of 32 bytes, also where it begins with zeros. */
export function newVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  const bytes = pair.getPrivateKey();
  return { publicKey, privateKey: Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString('base64url') };
}
