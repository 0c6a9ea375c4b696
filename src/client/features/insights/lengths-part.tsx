import { useState } from 'react';
import { saveErrorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { limits } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { formatHours } from '#shared/duration.ts';
import type { Durations } from '#shared/insights.ts';
import { namesOf } from '#shared/isolated.ts';
import styles from './insights.module.css';

type Row = Durations[number];
const keyOf = ({ service, choices }: Row) => [service.id, ...choices.map(({ id }) => id)].join();

/** How long services really take beside what is listed, with one press to take a length. Prices never follow. */
export function LengthsPart() {
  const { data, error, refetch } = trpc.services.durations.useQuery({ limit: limits.limit.max });
  return (
    <Card padded className={`${styles.part} ${styles.income}`}>
      <h2>How long it takes</h2>
      {data ? (
        <>
          <p className="soft">
            {data.length > 0
              ? 'Learned from Start and Done. Taking a length changes no price and no booking.'
              : "Press Start and Done on a few visits, and you'll see here how long each service really takes."}
          </p>
          {data.length > 0 && (
            <ul className={styles.lengths}>
              {data.map((row) => (
                <Length key={keyOf(row)} row={row} />
              ))}
            </ul>
          )}
        </>
      ) : error ? (
        <Failure text="Failed to load how long it takes." retry={refetch} />
      ) : (
        <Skeleton height="120px" />
      )}
    </Card>
  );
}

function Length({ row }: { row: Row }) {
  const { service, choices, listed, usual, most, visits } = row;
  const { client, services } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const name = namesOf([service, ...choices]);
  useFocusBack(isBusy);

  async function take() {
    setBusy(true);
    setProblem(undefined);
    try {
      await client.services.setListed.mutate({
        service_id: service.id,
        choice_ids: choices.map(({ id }) => id),
        service_duration_minutes: usual,
      });
      notify.success(`Listed with ${formatHours(usual)} now.`);
    } catch (error) {
      setProblem(saveErrorText(error));
    }
    await services.invalidate();
    setBusy(false);
  }
  return (
    <li>
      <p>
        <strong>{name}</strong>
      </p>
      <p>
        <WholeTimes text={`Listed ${formatHours(listed)}, usually ${formatHours(usual)}`} />
      </p>
      <p className="soft">
        <WholeTimes text={`Most by ${formatHours(most)} (${counted(visits, 'visit')})`} />
      </p>
      <FormMessage>{problem}</FormMessage>
      {usual !== listed && (
        <Button look="secondary" aria-description={name} busy={isBusy} busyText="Saving..." onClick={() => void take()}>
          List {formatHours(usual)}
        </Button>
      )}
    </li>
  );
}
