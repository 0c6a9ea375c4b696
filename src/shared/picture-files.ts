/** Formats that each picture is stored in, the smallest first; the last is the one that every browser shows. */
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Widths that each picture is stored in, CSS pixels; the last bounds the largest. */
const pictureWidths = [480, 960, 1600] as const;
export const largestWidth = pictureWidths[2];

/** The widths in which a picture is stored whose largest copy is so wide. */
export function widthsOf(largest: number): number[] {
  return [...pictureWidths.filter((width) => width < largest), largest];
}

/**
 * The path in an address that looks like one of a stored picture's, whatever stands before it; undefined for any other
 * address.
 */
export function picturePath(address: string): string | undefined {
  return /^(?:https?:\/\/[^\s\\?#@]+)?(\/images\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[1-9]\d{0,3}\.webp)$/.exec(
    address,
  )?.[1];
}

/** The address of a stored picture's tiny blurred copy; undefined for any other address. */
export function previewOf(url: string): string | undefined {
  return picturePath(url) && `${url.slice(0, url.lastIndexOf('/'))}/preview.webp`;
}

/**
 * `srcset` of a stored picture in one format, by the address that the server answers, which names the largest width;
 * undefined for any other.
 */
export function srcSetOf(url: string, format: PictureFormat): string | undefined {
  const path = picturePath(url);
  const [, folder = '', width = ''] = (path && /^(.*\/)(\d+)\.webp$/.exec(url)) || [];
  return (
    path &&
    widthsOf(Number(width))
      .map((one) => `${folder}${one}.${format} ${one}w`)
      .join(', ')
  );
}
