import { useNavigate } from 'react-router';
import { NextFreeSlot } from '#client/features/booking/slots/next-free-slot.tsx';
import type { NextFree as At } from '#client/features/booking/slots/use-next-free-slot.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import type { Service } from '#shared/services.ts';
import { noSlot, timeStep } from './choices.ts';
import styles from './choose-services.module.css';
import { LinesCost } from './line-cost.tsx';
import { linesOf } from './lines.ts';
import { type Selected, ServiceToggles } from './service-toggles.tsx';

interface ChooseServicesProps {
  professionalId: string;
  zone: string;
  services: readonly Service[];
  chosen: Selected;
  onChange: (chosen: Selected) => void;
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
  const picked = linesOf(services, chosen);
  const isWhole = picked.every((line) => line.isWhole);
  return (
    <Dialog sheet close={close} title="Choose a service" description="One or more for the same visit.">
      <ServiceToggles services={services} selected={chosen} onChange={onChange} />
      <div className={styles.foot}>
        {picked.length > 0 ? (
          <div>
            <p>
              <LinesCost lines={picked} />
            </p>
            {isWhole && <NextFreeSlot at={nextFree} zone={zone} />}
          </div>
        ) : (
          <p className="soft">Nothing chosen yet</p>
        )}
        <Button
          disabled={picked.length === 0 || !isWhole}
          onClick={() => {
            close();
            void navigate(timeStep({ ...chosen, professionalId, ...noSlot }));
          }}
        >
          See available times
        </Button>
      </div>
    </Dialog>
  );
}
