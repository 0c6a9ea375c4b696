import type { Config } from '#server/config.ts';
import { picturePath } from '#shared/picture-files.ts';

/** The configuration that the addresses of pictures follow from. */
export type PictureOrigins = Pick<Config, 'publicUrl' | 'publicImageBaseUrl'>;

/** What the addresses of all files of pictures begin with: whole, since programs take them from answers. */
export function imageBase({ publicUrl, publicImageBaseUrl = publicUrl }: PictureOrigins): string {
  return `${publicImageBaseUrl}/images/`;
}

/**
 * The path under which a picture of our own is stored, from any address that it has; undefined for an address that is
 * not ours.
 */
export function ownPicturePath(
  { publicUrl, publicImageBaseUrl = publicUrl }: PictureOrigins,
  address: string,
): string | undefined {
  const path = picturePath(address);
  if (path === undefined) return undefined;
  return ['', publicUrl, publicImageBaseUrl].includes(address.slice(0, -path.length)) ? path : undefined;
}

/**
 * The address of a stored profile picture: a picture of our own begins with `base`, any other address stays as it was
 * entered.
 */
export function addressOf(base: string, stored: string | null): string | null {
  return stored?.startsWith('/images/') ? base + stored.slice('/images/'.length) : stored;
}
