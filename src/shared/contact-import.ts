import { z } from 'zod';
import { type ImportChoices, importFields, type Mapping } from './rules/contact-file.ts';
import { clean, idOut, instantOut, pathId } from './wire.ts';

export const oneFile = 'Send one file in the field file.';

const noMapping = 'Must be a JSON object that names a field for columns';
const field = z.enum(importFields);
const columns = z.array(z.tuple([z.string(), field]));

/** As JSON, in a query or a form. */
const mappingText = z
  .string(noMapping)
  .refine(clean, noMapping)
  .transform((text, context): Mapping => {
    try {
      const given: unknown = JSON.parse(text);
      // By what it has itself: zod takes a `__proto__` for nothing.
      const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
      const { data } = columns.safeParse(isObject && Object.entries(given));
      if (data) return Object.fromEntries(data);
    } catch {
      // Answered below.
    }
    context.addIssue({ code: 'custom', message: noMapping });
    return z.NEVER;
  });

type ContactImportInput = ImportChoices & { file: Uint8Array; dry_run: boolean; mapping?: Mapping | undefined };
const flag = z
  .enum(['true', 'false'], 'Must be true or false')
  .default('false')
  .transform((value) => value === 'true');

/** Callers send it as a form. */
export const contactImportInput: z.ZodType<ContactImportInput, FormData> = z.object({
  file: z
    .custom<Uint8Array>((value) => value instanceof Uint8Array, oneFile)
    .meta({ type: 'string', format: 'binary' }),
  dry_run: flag,
  lenient: flag,
  rest_in_notes: flag,
  mapping: mappingText.optional(),
}) as unknown as z.ZodType<ContactImportInput, FormData>;

const shownRow = z.object({
  row: z.int(),
  state: z.enum(['new', 'known', 'faulty']),
  name: z.string(),
  phone_number: z.string().nullable(),
  email: z.string().nullable(),
  notes: z.string().nullable(),
});

/** What a file brought, or would bring. */
export const contactImport = z.object({
  /** Null for a dry run. */
  id: idOut.nullable(),
  /** The cells of the header. */
  columns: z.array(z.string()),
  mapping: z.record(z.string(), field),
  rows: z.int(),
  new: z.int(),
  known: z.int(),
  faulty: z.array(z.object({ row: z.int(), problem: z.string() })),
  /** Of rows that are new or known: what is in the notes alone. */
  partial: z.array(z.object({ row: z.int(), problem: z.string() })),
  /** The first rows as they would be kept. */
  preview: z.array(shownRow),
});
export type ContactImport = z.infer<typeof contactImport>;

/** An import that can be taken back; `people` were added or changed. */
export const undoableImport = z.object({ id: idOut, created_at: instantOut, people: z.int() });

export const importId = z.object({ id: pathId('Import') });
