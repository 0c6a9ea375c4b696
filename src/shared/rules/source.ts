/** The form of `?from=` in the address of a professional's public page, and of a booking's `source` (contract 27). */
export const sourcePattern = /^[a-z0-9-]{1,20}$/;

/** The places that we offer links for, and what they are called. */
export const sourceNames = [
  ['instagram', 'Instagram'],
  ['tiktok', 'TikTok'],
  ['facebook', 'Facebook'],
  ['google', 'Google'],
  ['website', 'Your website'],
] as const;

/** `from` of an address's query; null where there is none of that form. */
export function sourceIn(query: string): string | null {
  const from = new URLSearchParams(query).get('from') ?? '';
  return sourcePattern.test(from) ? from : null;
}
