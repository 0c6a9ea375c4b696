/** One way to break the product, and the tests that must notice: `tests` is a name as `vitest -t` takes it, `file` where they are. */
export type Sabotage = {
  name: string;
  project: 'unit' | 'server' | 'chaos' | 'e2e';
  file: string;
  tests: string;
  /** Each text must stand exactly once in its file. */
  changes: { file: string; find: string; replace: string }[];
};

export const sabotages: Sabotage[] = [
  {
    name: 'the exclusion constraint is dropped',
    project: 'server',
    file: 'src/server/features/bookings',
    tests: 'B3',
    changes: [
      {
        file: 'migrations/20261121000000_schema.sql',
        find: ',\n  constraint busy_times_no_overlap exclude using gist (professional_id with =, tstzrange(start_time, end_time) with &&)',
        replace: '',
      },
    ],
  },
];
