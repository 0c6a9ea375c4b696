/** Calls a procedure by its name, for nobody; rejects with a `CallRefusal` for an answer of 400 or more. */
export type CallProcedure = (name: string, input: unknown) => Promise<unknown>;

export class CallRefusal extends Error {
  readonly status: number;
  /** As the answer has it. */
  readonly detail: unknown;
  constructor(status: number, detail: unknown) {
    super(`A call was answered ${status}`);
    this.status = status;
    this.detail = detail;
  }
}

/** A page as the client's build for the server renders it. */
export type RenderedPage = {
  /** Of `#root`. */
  html: string;
  title: string;
  /** Whether all that it asks for was answered; otherwise it says what is missing. */
  isWhole: boolean;
  /** What the page's queries were answered, as the client takes it (`embeddedId`). */
  queries: unknown;
};

/** The client's build for the server. */
export type ServerEntry = {
  renderPage: RenderPage;
  /** What the shell of the page at a path shows until its scripts are there: HTML of `#root`. */
  renderFrame(path: string): string;
  warmUp(): Promise<void>;
};

/** Runs work that blocks the process when it may. */
export type RunBlocking = <T>(work: () => T) => Promise<T>;

export type RenderPage = (address: string, call: CallProcedure, run: RunBlocking) => Promise<RenderedPage>;

/** Id of the element whose text is `Embedded` as JSON. */
export const embeddedId = 'page-data';

/** What a rendered page carries for the client. */
export type Embedded = {
  /**
   * Whether `#root` holds what the address shows; otherwise, as on the page of what is not there, the client begins
   * anew.
   */
  isWhole: boolean;
  queries: unknown;
};

/** JSON as it must stand in a script element: no text can end that, or begin a comment in it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
