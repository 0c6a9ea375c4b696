import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';
import { isRecord } from '#client/lib/is-record.ts';

/**
 * Validates a form with the server's schema: `toInput` makes its input of field values (mostly strings), the submit
 * handler gets its output. An issue belongs to the field named first in its path, or to one inside of it.
 */
export function schemaResolver<Entry extends FieldValues, Out>(
  schema: ZodType<Out>,
  toInput: (entry: Entry) => unknown,
): Resolver<Entry, unknown, Out> {
  return (entry) => {
    const checked = schema.safeParse(toInput(entry));
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: Record<string, object> = {};
    for (const { path, code, message } of checked.error.issues) {
      const [field, inner] = path.map(String);
      const problem = { type: code, message };
      if (inner !== undefined && isRecord(entry[field ?? '']))
        errors[field ?? ''] = { [inner]: problem, ...errors[field ?? ''] };
      else errors[field ?? ''] ??= problem;
    }
    return { values: {}, errors: errors as FieldErrors<Entry> };
  };
}
