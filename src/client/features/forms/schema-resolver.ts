import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';

/**
 * Validates a form with the server's schema: `toInput` makes its input of field values (mostly strings), the submit
 * handler gets its output. An issue belongs to the field named first in its path.
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
