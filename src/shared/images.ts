import { z } from 'zod';
import { type ImageType, imageTypes } from './constants.ts';
import { id, longPage } from './wire.ts';

export const image = z.object({ id, url: z.string(), alt: z.string(), width: z.int(), height: z.int() });
export type Image = z.infer<typeof image>;

const imageType = z.enum(Object.keys(imageTypes) as [ImageType, ...ImageType[]]);
export const imagesQuery = longPage.extend({ image_type: imageType });
