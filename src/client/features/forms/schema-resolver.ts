import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';

/**
 * Checks a form by the schema that the server enforces. `toInput` makes of what the fields hold (texts, mostly) what the schema takes;
 * submitting hands on what the schema made of it. An issue stands at the field of its path's first part.
 */
export function schemaResolver<Entry extends FieldValues, Out>(
  schema: ZodType<Out>,
  toInput: (entry: Entry) => unknown,
): Resolver<Entry, unknown, Out> {
  return (entry) => {
    const checked = schema.safeParse(toInput(entry));
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of checked.error.issues) errors[String(path[0])] ??= { type: code, message };
    return { values: {}, errors: errors as FieldErrors<Entry> };
  };
}
