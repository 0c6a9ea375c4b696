import { askedOf, type Choices } from '#client/features/booking/choose/choices.ts';
import { trpc } from '#client/lib/trpc.ts';
import { MINUTE } from '#shared/constants.ts';
import { slotsOf } from './slots.ts';

/** How often the chosen time is looked at, besides each return to this tab, milliseconds. */
const lookEvery = 30_000;

/** Whether the chosen time can no longer be booked; false as long as that is not known. */
export function useIsLost(choices: Choices): boolean {
  const { professionalId, slotStart } = choices;
  const start = Date.parse(slotStart);
  const { data } = trpc.availability.ofProfessional.useQuery(
    {
      id: professionalId,
      ...askedOf(choices),
      from: slotStart,
      to: new Date(start + MINUTE).toISOString(),
    },
    { enabled: professionalId !== '', staleTime: 0, refetchInterval: lookEvery, refetchOnWindowFocus: 'always' },
  );
  return data !== undefined && !slotsOf(data).some((time) => time.start === start);
}
