import { z } from 'zod';

/** An answer that is JSON text in pieces: REST sends each as it comes, tRPC all of them together. */
export class JsonStream {
  readonly pieces: AsyncIterable<string>;
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }

  async text(): Promise<string> {
    let text = '';
    for await (const piece of this.pieces) text += piece;
    return text;
  }
}

/** For `.output()`: typed and documented as `schema`; the answer is a `JsonStream`, which is not validated. */
export function jsonStream<T extends z.ZodType>(schema: T) {
  return z.custom<z.output<T>>((value) => value instanceof JsonStream).meta({ documentedAs: schema });
}

/** Where a procedure's types expect the value. */
export function asStreamed<T>(pieces: AsyncIterable<string>): T {
  return new JsonStream(pieces) as T;
}
