import { z } from 'zod';
import { type ImageType, imageTypes, lengths } from './constants.ts';
import { idOut, longPage, pathId, trimmed } from './wire.ts';

/** `width` and `height` are those of the picture at `url`, its largest copy. */
export const image = z.object({ id: idOut, url: z.string(), alt: z.string(), width: z.int(), height: z.int() });
export type Image = z.infer<typeof image>;

const imageType = z.enum(Object.keys(imageTypes) as [ImageType, ...ImageType[]]);
export const imagesQuery = longPage.extend({ image_type: imageType });

/** The field of a multipart body with the picture's bytes. */
export const file = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, 'Send one picture in the field file.')
  .meta({ type: 'string', format: 'binary' });

type ImageUpload = { file: Uint8Array; image_type: ImageType; alt: string };
/** Callers send it as a form. */
export const imageUpload: z.ZodType<ImageUpload, FormData> = z.object({
  file,
  image_type: imageType.default('other'),
  alt: trimmed(lengths.alt.max).default(''),
}) as unknown as z.ZodType<ImageUpload, FormData>;
export const uploadedImage = image.extend({ image_type: imageType });

export const imageId = z.object({ id: pathId('Image') });

/** A private picture, which callers send as a form. */
export const messagePictureUpload: z.ZodType<{ file: Uint8Array }, FormData> = z.object({
  file,
}) as unknown as z.ZodType<{ file: Uint8Array }, FormData>;
