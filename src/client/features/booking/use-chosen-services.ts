import { type Outputs, trpc } from '#client/lib/trpc.ts';

export type Service = Outputs['services']['byId'];

/** The chosen services, once all of them are there, in the order of selection. */
export function useChosenServices(ids: readonly string[]) {
  const found = trpc.useQueries((call) => ids.map((id) => call.services.byId({ id })));
  const loaded = found.flatMap(({ data }) => (data ? [data] : []));
  return {
    services: loaded.length === ids.length && ids.length > 0 ? loaded : undefined,
    error: found.find(({ data, error }) => error && !data)?.error ?? null,
    refetch: () => Promise.all(found.map((one) => one.refetch())),
  };
}
