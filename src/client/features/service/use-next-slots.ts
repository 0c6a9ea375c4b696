import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ChosenVisit } from '#client/features/booking/choose/choices.ts';
import { slotsOf } from '#client/features/booking/slots/slots.ts';
import { trpc } from '#client/lib/trpc.ts';
import { iso } from '#shared/time.ts';

/** The next three slots for these services together, asked by the browser, and their zone. */
export function useNextSlots(professionalId: string, visit: ChosenVisit, isWhole = true) {
  const { client } = trpc.useUtils();
  const input = { id: professionalId, ...visit };
  return useQuery({
    queryKey: [...getQueryKey(trpc.availability.ofProfessional, input), 'next'],
    queryFn: async () => {
      const [windows, { time_zone }] = await Promise.all([
        client.availability.ofProfessional.query(input),
        client.professionals.byId.query({ id: professionalId }),
      ]);
      const slots = slotsOf(windows).slice(0, 3);
      return {
        zone: time_zone,
        slots: slots.map(({ start }) => ({ start_time: iso(start), service_id: visit.service_ids.join(',') })),
      };
    },
    enabled: !import.meta.env.SSR && isWhole,
    staleTime: 0,
    retry: false,
  });
}
