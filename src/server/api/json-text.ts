import { z } from 'zod';

/** An answer built as JSON text, which REST and tRPC send unchanged. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** For `.output()`: typed and documented as `schema`; the answer is a `JsonText`, which is not validated again. */
export function jsonText<T extends z.ZodType>(schema: T) {
  return z.custom<z.output<T>>((value) => value instanceof JsonText).meta({ documentedAs: schema });
}

/** Wraps JSON text that encodes a `T`, where a procedure's types expect the value. */
export function asValue<T>(text: string): T {
  return new JsonText(text) as T;
}
