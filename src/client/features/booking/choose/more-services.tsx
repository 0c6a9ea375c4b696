import { useState } from 'react';
import { useNextFreeSlot } from '#client/features/booking/slots/use-next-free-slot.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { serviceBounds } from '#shared/constants.ts';
import { ChooseServices } from './choose-services.tsx';
import { linesOf } from './lines.ts';
import type { Selected } from './service-toggles.tsx';

interface MoreServicesProps {
  professionalId: string;
  zone: string;
  before: Selected;
  close: () => void;
}

/** A sheet with everything that the professional offers, to book several services or others. */
export function MoreServices({ professionalId, zone, before, close }: MoreServicesProps) {
  const { data, error, refetch } = trpc.services.ofProfessional.useQuery({
    id: professionalId,
    limit: serviceBounds.limit,
  });
  const [chosen, setChosen] = useState<Selected>({ serviceIds: before.serviceIds, optionIds: before.optionIds });
  const services = data?.filter(({ is_active }) => is_active);
  const { nextFree } = useNextFreeSlot(professionalId, services, linesOf(services ?? [], chosen));
  if (services) {
    const sheet = { professionalId, zone, services, chosen, nextFree, close };
    return <ChooseServices {...sheet} onChange={setChosen} />;
  }
  return (
    <Dialog sheet close={close} title="Choose a service">
      {error ? <Failure text="Failed to load services." retry={refetch} /> : <Skeleton height="240px" />}
    </Dialog>
  );
}
