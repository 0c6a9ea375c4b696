import { wrongType } from '#server/errors.ts';

/** How files of each kind begin: these Latin-1 letters stand at that byte. */
const beginnings = [
  { at: 0, letters: '\xff\xd8\xff' },
  { at: 0, letters: '\x89PNG' },
  { at: 0, letters: 'GIF8' },
  { at: 8, letters: 'WEBP' },
  { at: 4, letters: 'ftyp' },
];

export const refuseFile = () =>
  wrongType('The file must be a JPEG, PNG, WebP, AVIF or GIF picture that is not damaged.');

/** Throws 415 for a file that does not begin as a picture; whether it is a whole one shows when it is decoded. */
export function requirePicture(file: Uint8Array): void {
  const text = Buffer.from(file.subarray(0, 12)).toString('latin1');
  if (!beginnings.some(({ at, letters }) => text.startsWith(letters, at))) refuseFile();
}
