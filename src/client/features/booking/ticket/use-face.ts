import { trpc } from '#client/lib/trpc.ts';
import type { Booking } from '#shared/bookings.ts';

/** A face changes rarely; a professional who is gone has none. */
const options = { retry: false, staleTime: 300_000 };

/**
 * What is shown of a booking's professional beside the name: the pattern, undefined until it is known, and the
 * portrait.
 */
export function useFace(id: string) {
  const { data, isPending } = trpc.professionals.byId.useQuery({ id }, options);
  return {
    ornament: isPending ? undefined : (data ?? { id, specializations: [] }),
    portrait: data?.profile_picture ?? null,
  };
}

/** A picture of what was booked, else the first of its professional's work; null without any. */
export function useBookedWork({ professional, services }: Pick<Booking, 'professional' | 'services'>) {
  const { data } = trpc.pictures.ofProfessional.useQuery({ id: professional.id }, options);
  return data?.find(({ service_id }) => services.some(({ id }) => id === service_id)) ?? data?.[0] ?? null;
}
