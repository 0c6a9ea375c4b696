import { sql } from 'kysely';

/** The name of a booked line with its options, as `lineName` of shared/rules has it; `booked` is an alias of its table. */
export function bookedName(booked: string) {
  const at = (column: string) => sql.ref(`${booked}.${column}`);
  return sql<string>`(${at('name')} || coalesce((
    select string_agg(', ' || (option ->> 'name'), '' order by n)
    from jsonb_array_elements(${at('options')}) with ordinality chosen (option, n)), ''))`;
}
