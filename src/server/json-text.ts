import { z } from 'zod';

/** An answer that was built as text. REST sends it as it is; over tRPC it travels as the value that it spells. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** For `.output()`: typed and documented as `schema`, answered as a text that is not parsed again. */
export function jsonText<T extends z.ZodType>(schema: T) {
  return z.custom<z.output<T>>((value) => value instanceof JsonText).meta({ documentedAs: schema });
}

/** A text known to spell a `T`, where a procedure's types ask for the value. */
export function asValue<T>(text: string): T {
  return new JsonText(text) as T;
}
