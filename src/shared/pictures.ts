import { z } from 'zod';
import { lengths, limits } from './constants.ts';
import { technique, texture } from './hair.ts';
import { file, image } from './images.ts';
import { id, idOut, longPage, optionalTrimmed, pathId, shownOrNull, trimmed } from './wire.ts';

/** `profile` is the one of the professional, `work` of what they do. */
const pictureKinds = ['profile', 'work'] as const;
type PictureKind = (typeof pictureKinds)[number];

/** Part that always shows where a picture is cut, in parts of its width and height. */
const part = z.number().min(0).max(1);
export const focus = z.object({ x: part, y: part });
export type Focus = z.infer<typeof focus>;

/** A picture that a professional shows; `position` counts from 0 and is the same in every list that has it. */
export const picture = image.extend({
  caption: z.string().nullable(),
  service_id: idOut.nullable(),
  position: z.int(),
  focus,
  /** What was done, on which hair (contract 24). */
  technique: technique.nullable(),
  texture: texture.nullable(),
});
export type Picture = z.infer<typeof picture>;

/** The first picture of a professional or a service, in lists; `alt` is its caption where there is no other. */
export const listedPicture = image.omit({ id: true }).extend({ focus }).nullable();
export type ListedPicture = z.infer<typeof listedPicture>;

const alt = trimmed(lengths.alt.max);
const caption = optionalTrimmed(lengths.caption.max);
/** A form has no null, so an empty value stands for none. */
const serviceOfForm = z
  .union([z.literal(''), id])
  .optional()
  .transform((given) => given || null);

type Words = { file: Uint8Array; alt: string; caption: string | null };
type PictureUpload = Words & { kind: PictureKind; service_id: string | null };
/** Callers send it as a form. */
export const pictureUpload: z.ZodType<PictureUpload, FormData> = z.object({
  kind: z.enum(pictureKinds),
  file,
  alt: alt.default(''),
  caption,
  service_id: serviceOfForm,
}) as unknown as z.ZodType<PictureUpload, FormData>;

type ServicePictureUpload = Words & { id: string };
/** Callers send it as a form. */
export const servicePictureUpload: z.ZodType<ServicePictureUpload, FormData> = z.object({
  id: pathId('Service'),
  file,
  alt: alt.default(''),
  caption,
}) as unknown as z.ZodType<ServicePictureUpload, FormData>;

/** What is absent stays. A `position` beyond the last means the last. */
export const pictureChange = z.object({
  alt: alt.optional(),
  caption: trimmed(lengths.caption.max).nullable().transform(shownOrNull).optional(),
  service_id: id.nullable().optional(),
  position: z.int().min(limits.skip.min).max(limits.skip.max).optional(),
  focus: focus.optional(),
  technique: technique.nullable().optional(),
  texture: texture.nullable().optional(),
});
export type PictureChange = z.infer<typeof pictureChange>;

export const pictureId = z.object({ id: pathId('Picture') });
export const picturesOfProfessional = longPage.extend({ id: pathId('Professional') });
export const picturesOfService = longPage.extend({ id: pathId('Service') });
