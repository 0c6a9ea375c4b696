import { afterAll, beforeAll, vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { ClientPerson } from './make.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { full } from './repetitions.ts';

const clients = 50;

type Race = {
  /** Fifty clients, by any whole number. */
  client(index: number): ClientPerson;
  everyClient<T>(make: (person: ClientPerson, index: number) => Promise<T>): Promise<T[]>;
  /** Calls one of the two processes, in turn. */
  call(person: { token: string }, method: string, path: string, body?: object): ReturnType<ServerProcess['call']>;
};

/** Two server processes on one database for the calling test file. Its tests have time, as they check no speed. */
export function useRace(t: TestApp): Race {
  let processes: ServerProcess[] = [];
  let people: ClientPerson[] = [];
  let turn = 0;
  vi.setConfig({ testTimeout: full ? 600_000 : 180_000 });
  beforeAll(async () => {
    processes = await Promise.all([startProcess(t.databaseUrl), startProcess(t.databaseUrl)]);
    people = await Promise.all(Array.from({ length: clients }, () => t.make.client()));
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
  });
  function client(index: number) {
    const person = people[index % clients];
    if (!person) throw new Error('the clients are not there yet');
    return person;
  }
  return {
    client,
    everyClient: (make) => Promise.all(people.map(make)),
    call(person, method, path, body) {
      const server = processes[turn++ % processes.length];
      if (!server) throw new Error('no process is there');
      return server.call(person.token, method, path, body);
    },
  };
}
