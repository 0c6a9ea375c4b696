/** Formats that each picture is kept in, the smallest first; the last is the one that every browser shows. */
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Widths that each picture is kept in, CSS pixels; the last bounds the largest. */
const pictureWidths = [480, 960, 1600] as const;
export const largestWidth = pictureWidths[2];

/** The widths in which a picture is kept whose largest copy is so wide. */
export function widthsOf(largest: number): number[] {
  return [...pictureWidths.filter((width) => width < largest), largest];
}

/** `srcset` of a stored picture in one format, from the address and width that the server answers; undefined for any other address. */
export function srcSetOf({ url, width }: { url: string; width: number }, format: PictureFormat): string | undefined {
  const end = `/${width}.webp`;
  if (!url.endsWith(end)) return undefined;
  return widthsOf(width)
    .map((one) => `${url.slice(0, -end.length)}/${one}.${format} ${one}w`)
    .join(', ');
}
