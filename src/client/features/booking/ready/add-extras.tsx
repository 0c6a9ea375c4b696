import { useState } from 'react';
import { extraCost } from '#client/features/booking/choose/service-options.tsx';
import { bookingErrorText } from '#client/lib/form-errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Switch } from '#client/ui/switch.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import { formatHours } from '#shared/duration.ts';
import { isolated } from '#shared/isolated.ts';
import { totalMinutes, totalPrice } from '#shared/rules/lines.ts';
import { formatPrice } from '#shared/rules/price.ts';
import type { Service } from '#shared/services.ts';
import styles from './ready-part.module.css';

interface AddExtrasProps {
  booking: Booking;
  /** Those that are not booked yet. */
  extras: Service['extras'];
  /** The one that is wanted already, or empty. */
  first: string;
  isClient: boolean;
  close: () => void;
}

/** Extras of what is booked, at today's price; they make the visit longer, so there must be room. */
export function AddExtras({ booking, extras, first, isClient, close }: AddExtrasProps) {
  const { id, professional, total_price } = booking;
  const [chosen, setChosen] = useState<readonly string[]>(first ? [first] : []);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = useAttempt();
  const utils = trpc.useUtils();
  const added = extras.filter((extra) => chosen.includes(extra.id));
  const total = totalPrice([{ price: total_price }, ...added]);
  const minutes = totalMinutes(added);

  async function add() {
    setProblem(undefined);
    setBusy(true);
    const option_ids = added.map((extra) => extra.id);
    const context = { context: { idempotencyKey: attempt.keyOf(option_ids.join()) } };
    try {
      const changed = await utils.client.bookings.addExtras.mutate({ id, option_ids, total_price: total }, context);
      utils.bookings.byId.setData({ id }, changed);
      bookingsChanged();
      void utils.bookings.invalidate();
      void utils.availability.invalidate();
      notify.success(added.length === 1 ? 'Extra added.' : 'Extras added.');
      close();
    } catch (error) {
      attempt.failed(error);
      setProblem(bookingErrorText(error));
      setBusy(false);
    }
  }
  return (
    <Dialog
      sheet
      busy={isBusy}
      close={close}
      title="Add an extra"
      description={
        isClient
          ? `We'll check that there's time, and let ${isolated(professional.display_name)} know.`
          : "Agree on it with your client first. We'll let them know."
      }
    >
      <div className={styles.extras}>
        {extras.map((extra) => (
          <Switch
            key={extra.id}
            label={<bdi>{extra.name}</bdi>}
            hint={extraCost(extra)}
            checked={chosen.includes(extra.id)}
            onChange={({ target }) =>
              setChosen([...chosen.filter((one) => one !== extra.id), ...(target.checked ? [extra.id] : [])])
            }
          />
        ))}
        <p role="status">
          New total <strong>{formatPrice(total)}</strong>
          {minutes > 0 && <WholeTimes text={`, ${formatHours(minutes)} longer`} />}
        </p>
        <FormMessage>{problem}</FormMessage>
        <Button wide disabled={added.length === 0} busy={isBusy} busyText="Adding..." onClick={() => void add()}>
          Add to the visit
        </Button>
      </div>
    </Dialog>
  );
}
