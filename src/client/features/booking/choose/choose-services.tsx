import { useNavigate } from 'react-router';
import { NextFreeSlot } from '#client/features/booking/slots/next-free-slot.tsx';
import type { NextFree as At } from '#client/features/booking/slots/use-next-free-slot.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { formatHours } from '#shared/duration.ts';
import { totalMinutes, totalPrice } from '#shared/rules/lines.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { noSlot, timeStep } from './choices.ts';
import styles from './choose-services.module.css';
import { ServiceToggles } from './service-toggles.tsx';
import type { Service } from './use-chosen-services.ts';

interface ChooseServicesProps {
  professionalId: string;
  zone: string;
  services: readonly Service[];
  /** Ids in the order of selection. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  nextFree: At;
  close: () => void;
}

/** A sheet that asks for the services before times are shown: none is ever chosen for the visitor (contract 6). */
export function ChooseServices({
  professionalId,
  zone,
  services,
  chosen,
  onChange,
  nextFree,
  close,
}: ChooseServicesProps) {
  const navigate = useNavigate();
  const picked = chosen.flatMap((id) => services.filter((service) => service.id === id));
  return (
    <Dialog
      sheet
      open
      onOpenChange={(open) => open || close()}
      title="Choose a service"
      description="One or more for the same visit."
    >
      <ServiceToggles services={services} selected={chosen} onChange={onChange} />
      <div className={styles.foot}>
        {picked.length > 0 ? (
          <div>
            <p>
              <strong>{formatPrice(totalPrice(picked))}</strong>,{' '}
              <span className="unbroken">{formatHours(totalMinutes(picked))}</span>
            </p>
            <NextFreeSlot at={nextFree} zone={zone} />
          </div>
        ) : (
          <p className="soft">Nothing chosen yet</p>
        )}
        <Button
          disabled={picked.length === 0}
          onClick={() => {
            close();
            void navigate(timeStep({ serviceIds: chosen, professionalId, ...noSlot }));
          }}
        >
          See available times
        </Button>
      </div>
    </Dialog>
  );
}
