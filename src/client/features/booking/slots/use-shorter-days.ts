import { shortestVisit } from '#client/features/booking/choose/lines.ts';
import { trpc } from '#client/lib/trpc.ts';
import { serviceBounds } from '#shared/constants.ts';
import { dayKey } from '#shared/time.ts';
import { slotsOf } from './slots.ts';

/**
 * The days on which the professional's shortest service finds a time, where the longer visit that was asked for does
 * not; of those that are looked at first. Only a browser `asks`.
 */
export function useShorterDays(id: string, zone: string, minutes: number, asks: boolean): ReadonlySet<string> {
  const enabled = asks && !import.meta.env.SSR;
  const services = trpc.services.ofProfessional.useQuery({ id, limit: serviceBounds.limit }, { enabled });
  const shortest = shortestVisit((services.data ?? []).filter(({ is_active }) => is_active));
  const isShorter = shortest !== undefined && shortest.minutes < minutes;
  const { data } = trpc.availability.ofProfessional.useQuery(
    { id, ...shortest?.visit },
    { enabled: enabled && isShorter },
  );
  return new Set(isShorter && data ? slotsOf(data).map(({ start }) => dayKey(start, zone)) : []);
}
