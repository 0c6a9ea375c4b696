import { sql } from 'kysely';
import { expectTypeOf, test } from 'vitest';
import { columnsOf, type RowOf } from './columns.ts';

test('a row has the fields of its columns with their types, and no other', () => {
  const columns = { ...columnsOf('professionals as p', ['id', 'bio']), starts: sql<number[]>`array[1]` };
  expectTypeOf<RowOf<typeof columns>>().toEqualTypeOf<{ id: string; bio: string | null; starts: number[] }>();
});
