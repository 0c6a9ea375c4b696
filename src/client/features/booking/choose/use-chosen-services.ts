import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';
import type { Quote } from '#shared/quotes.ts';
import { type Choices, stateOf } from './choices.ts';
import { chosenLine, quotedLine, strangersAmong, type VisitLine } from './lines.ts';

/**
 * Returns the chosen services in the order of selection, as they were chosen, undefined until all are loaded. One query
 * for all: `useQueries` weighs 2 KiB.
 */
export function useChosenServices(choices: Choices) {
  const { serviceIds: ids, optionIds } = choices;
  const { services } = trpc.useUtils();
  const found = useQuery({
    queryKey: [...getQueryKey(trpc.services.byId), ids],
    queryFn: () => Promise.all(ids.map((id) => services.byId.fetch({ id }))),
    enabled: ids.length > 0,
    // Each call tries again itself.
    retry: false,
  });
  const lines = found.data?.map((service) => chosenLine(service, optionIds));
  const gone = lines ? strangersAmong(optionIds, lines) : [];
  const known = { ...choices, optionIds: optionIds.filter((id) => !gone.includes(id)) };
  return {
    services: lines,
    /**
     * The service whose options are to be chosen first: one that cannot be booked like that, or the first where an
     * option is gone. `known` and `state` are for its page: the choices that are still there, and that some are not.
     */
    open: lines?.find(({ isWhole }) => !isWhole) ?? (gone.length > 0 ? lines?.[0] : undefined),
    known,
    state: { ...stateOf(known), isGone: gone.length > 0 },
    error: found.data ? null : found.error,
    async refetch() {
      await Promise.all(ids.map((id) => services.byId.invalidate({ id }, { refetchType: 'none' })));
      return found.refetch();
    },
  };
}

/** The same for a quote that stands for them, which has one line and leaves nothing open. */
export function useChosenVisit(choices: Choices, quote: Quote | undefined) {
  const { quotes } = trpc.useUtils();
  const { services, ...chosen } = useChosenServices(choices);
  const lines: VisitLine[] | undefined = quote ? [quotedLine(quote)] : services;
  return {
    ...chosen,
    services: lines,
    refetch: quote ? () => quotes.byId.invalidate({ id: quote.id }) : chosen.refetch,
  };
}
