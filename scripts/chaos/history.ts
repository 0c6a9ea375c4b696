import { appendFileSync } from 'node:fs';

/** What the load does to a booking, to the waitlist and to the gallery. */
export type Step =
  | 'book'
  | 'confirm'
  | 'cancel'
  | 'ask'
  | 'accept'
  | 'decline'
  | 'withdraw'
  | 'read'
  | 'sign up'
  | 'upload';

/** What is asked for or answered; times are epoch milliseconds. */
export type Value = {
  id?: string;
  start?: number;
  status?: string;
  by?: 'client' | 'professional';
  professional?: string;
  client?: string;
  email?: string;
};

/**
 * A line of the history, as Jepsen writes them. A process does one thing at a time, and all its steps are about the
 * same: one booking, one person on the waitlist, one picture. `ok`: it happened; `fail`: it did not (4xx); `info`:
 * nobody knows (5xx, a broken connection).
 */
export type Entry = {
  process: number;
  type: 'invoke' | 'ok' | 'fail' | 'info';
  f: Step;
  /** Since the history began, milliseconds. */
  time: number;
  value?: Value;
  status?: number;
  error?: string;
};

/** An invocation and how it ended. */
export type Operation = {
  process: number;
  f: Step;
  asked: Value;
  outcome: 'ok' | 'fail' | 'info';
  answered: Value;
  status: number | undefined;
  error: string | undefined;
  began: number;
  ended: number;
};

export type Ending = Pick<Entry, 'value' | 'status' | 'error'> & { type: Operation['outcome'] };

export type History = {
  entries: Entry[];
  /** Writes what is asked, then how it ended. */
  record(process: number, f: Step, value: Value, work: () => Promise<Ending>): Promise<Ending>;
};

/** Begins a history whose entries are also lines of a file. */
export function openHistory(file: string): History {
  const entries: Entry[] = [];
  const began = performance.now();
  function write(entry: Omit<Entry, 'time'>): void {
    const timed = { ...entry, time: Math.round(performance.now() - began) };
    entries.push(timed);
    appendFileSync(file, `${JSON.stringify(timed)}\n`);
  }
  return {
    entries,
    async record(process, f, value, work) {
      write({ process, type: 'invoke', f, value });
      const ending = await work();
      write({ process, f, ...ending });
      return ending;
    },
  };
}

/** Pairs invocations with their ends; one without an end may have happened. */
export function operationsOf(entries: readonly Entry[]): Operation[] {
  const operations: Operation[] = [];
  const open = new Map<number, Operation>();
  for (const { process, type, f, time, value = {}, status, error } of entries) {
    if (type === 'invoke') {
      const begun = { process, f, asked: value, answered: {}, status, error, began: time, ended: time };
      const operation: Operation = { ...begun, outcome: 'info' };
      operations.push(operation);
      open.set(process, operation);
    } else {
      const operation = open.get(process);
      if (operation?.f !== f) throw new Error(`process ${process} ends "${f}", which it did not begin`);
      Object.assign(operation, { outcome: type, answered: value, status, error, ended: time });
      open.delete(process);
    }
  }
  return operations;
}
