import { type Outputs, trpc } from '#client/lib/trpc.ts';

export type Service = Outputs['services']['byId'];

/** Returns the chosen services in the order of selection, undefined until all are loaded. */
export function useChosenServices(ids: readonly string[]) {
  const found = trpc.useQueries((call) => ids.map((id) => call.services.byId({ id })));
  const loaded = found.flatMap(({ data }) => (data ? [data] : []));
  return {
    services: loaded.length === ids.length && ids.length > 0 ? loaded : undefined,
    error: found.find(({ data, error }) => error && !data)?.error ?? null,
    refetch: () => Promise.all(found.map((one) => one.refetch())),
  };
}
