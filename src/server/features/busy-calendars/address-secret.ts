import { decrypt, encrypt, fingerprint } from '#server/secrets/encrypt.ts';
import type { Key } from './queries.ts';

/** Encrypted along with an address, so that it cannot be decrypted for another calendar. */
const ownerOf = ({ professional_id, id }: Key) => `${professional_id} ${id}`;

/** Finds equal addresses without decrypting any. */
export function addressHmac(secret: Buffer, url: string): Buffer {
  return fingerprint(secret, new URL(url).href);
}

/** An address as its calendar's row keeps it. */
export function sealAddress(secret: Buffer, url: string, key: Key): { encrypted_url: Buffer; url_hmac: Buffer } {
  return { encrypted_url: encrypt(secret, url, ownerOf(key)), url_hmac: addressHmac(secret, url) };
}

/** Undefined for an address that was encrypted with another secret. */
export function openAddress(secret: Buffer, { encrypted_url, ...key }: Key & { encrypted_url: Buffer }) {
  return decrypt(secret, encrypted_url, ownerOf(key));
}
