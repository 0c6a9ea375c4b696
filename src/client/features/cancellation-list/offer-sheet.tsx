import { useState } from 'react';
import { linesOf, visitOfLines } from '#client/features/booking/choose/lines.ts';
import { PlaceTime } from '#client/features/booking/place/place-time.tsx';
import { errorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Form } from '#client/ui/form.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { useShortMoment } from '#client/ui/use-moment.ts';
import type { ListEntry } from '#shared/cancellation-list.ts';
import { serviceBounds } from '#shared/constants.ts';
import { namesOf } from '#shared/isolated.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { dayKey } from '#shared/time.ts';
import styles from './cancellation-list.module.css';
import { nameOf } from './wanted-times.ts';

interface OfferSheetProps {
  entry: ListEntry;
  zone: string;
  /** On which it opens, `2026-11-26`; by default the first that would suit. */
  day: string | undefined;
  close: () => void;
}

/** A time by hand: the day's free ones, or any other, outside of hours, too. */
export function OfferSheet({ entry, zone, day, close }: OfferSheetProps) {
  const { id, professional, services, windows, booking_id } = entry;
  const [suits] = useState(() => dayKey(Math.max(Date.parse(windows[0]?.start ?? ''), Date.now()), zone));
  const moment = useShortMoment(zone);
  const [start, setStart] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const utils = trpc.useUtils();
  const offer = trpc.openings.offer.useMutation();
  const { data: own = [] } = trpc.services.mine.useQuery({ limit: serviceBounds.limit });
  const lines = linesOf(own, {
    serviceIds: services.map((one) => one.id),
    optionIds: services.flatMap(({ options }) => options.map((one) => one.id)),
  });
  const name = nameOf(entry);

  async function send() {
    setFailure(undefined);
    if (start === undefined) return;
    setProblem(undefined);
    try {
      await offer.mutateAsync({ entry_id: id, start_time: new Date(start).toISOString() });
      void utils.cancellationList.invalidate();
      void utils.availability.invalidate();
      notify.success(`Offered to ${name}, and held until they answer.`);
      close();
    } catch (error) {
      const { start_time } = fieldErrors(error);
      setProblem(start_time);
      if (!start_time) setFailure(errorText(error, "The time couldn't be offered. Please try again."));
    }
  }
  return (
    <Dialog
      sheet
      busy={offer.isPending}
      close={close}
      title={`Offer a time to ${name}`}
      description={`For ${namesOf(services)}. We'll let them know straight away. If they accept, it's confirmed.`}
    >
      <Form className={styles.join} send={send}>
        <PlaceTime
          professionalId={professional.id}
          zone={zone}
          visit={booking_id ? { booking_id } : visitOfLines(lines)}
          minutes={totalMinutes(lines)}
          opensOn={day ?? suits}
          start={start}
          label="Time"
          problem={problem}
          onChoose={(chosen) => {
            setStart(chosen);
            setProblem(undefined);
          }}
        />
        <FormMessage>{failure}</FormMessage>
        <Button type="submit" wide disabled={start === undefined} busy={offer.isPending} busyText="Offering...">
          {start === undefined ? 'Choose a time' : `Offer ${moment(start)}`}
        </Button>
      </Form>
    </Dialog>
  );
}
