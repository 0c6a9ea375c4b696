import { useEffect, useState } from 'react';
import { conflictText } from '#client/features/booking/place/time-check.tsx';
import { type PlacedVisit, usePlan } from '#client/features/booking/place/use-time-check.ts';
import { errorText } from '#client/lib/errors.ts';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { SelectField } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { DAY, seriesBounds } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import type { PlannedDate } from '#shared/series.ts';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './series.module.css';

/** How often, and how many visits. */
export interface Rhythm {
  everyWeeks: number;
  count: number;
}

const { everyWeeks: weeks, visits } = seriesBounds;
const from = (min: number, max: number, word: (n: number) => string) =>
  Array.from({ length: max - min + 1 }, (_, n) => ({ value: String(min + n), label: word(min + n) }));
const rhythms = from(weeks.min, weeks.max, (n) => (n === 1 ? 'week' : `${n} weeks`));

interface DatePlanProps {
  visit: PlacedVisit;
  zone: string;
  /** The first date, epoch milliseconds. */
  start: number;
  rhythm: Rhythm;
  onRhythm: (rhythm: Rhythm) => void;
  /** Whether how often is settled already, as in a series that goes on. */
  isSettled?: boolean;
  /** Called with the starts that are wanted, ISO texts; none until they are known. */
  onStarts: (starts: string[]) => void;
}

const leftOut = 'leave out';

/** The dates of a standing appointment with what each meets; what is not free has the nearest times, or is left out. */
export function DatePlan({ visit, zone, start, rhythm, onRhythm, isSettled, onStarts }: DatePlanProps) {
  const { everyWeeks } = rhythm;
  const room = Date.now() + seriesBounds.maxDaysAhead * DAY - start;
  const most = Math.min(visits.max, Math.floor(room / (everyWeeks * 7 * DAY)) + 1);
  const count = Math.min(rhythm.count, most);
  const { data, error, refetch } = usePlan(visit, count < 1 ? undefined : start, everyWeeks, count);
  const [choices, setChoices] = useState<Record<string, string>>({});
  const chosen = (data ?? []).map(
    (date) => choices[date.start_time] ?? (date.state === 'free' ? date.start_time : leftOut),
  );
  const starts = [...new Set(chosen.filter((one) => one !== leftOut))].sort();
  const known = starts.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts say whether the starts are others
  useEffect(() => onStarts(starts), [known]);

  if (most < (isSettled ? 1 : visits.min))
    return <p className="soft">Later dates would be more than {seriesBounds.maxDaysAhead} days ahead.</p>;
  return (
    <div className={styles.plan}>
      <div className={styles.rhythm}>
        {!isSettled && (
          <SelectField
            label="Same time every"
            options={rhythms}
            value={String(everyWeeks)}
            onChange={(event) => onRhythm({ ...rhythm, everyWeeks: Number(event.target.value) })}
          />
        )}
        <SelectField
          label="How many visits"
          options={from(isSettled ? 1 : visits.min, most, String)}
          value={String(count)}
          onChange={(event) => onRhythm({ everyWeeks, count: Number(event.target.value) })}
        />
      </div>
      {error ? (
        <Failure text={errorText(error, 'Failed to check the dates.')} retry={refetch} />
      ) : !data ? (
        <Skeleton height="200px" />
      ) : (
        <>
          <p aria-live="polite" className="soft">
            {starts.length} of {counted(data.length, 'date')} chosen
          </p>
          <ol className={styles.dates} aria-label="Dates">
            {data.map((date, n) => (
              <PlannedRow
                key={date.start_time}
                date={date}
                zone={zone}
                chosen={chosen[n] ?? leftOut}
                onChoose={(value) => setChoices({ ...choices, [date.start_time]: value })}
              />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

interface PlannedRowProps {
  date: PlannedDate;
  zone: string;
  chosen: string;
  onChoose: (value: string) => void;
}

function PlannedRow({ date, zone, chosen, onChoose }: PlannedRowProps) {
  const start = Date.parse(date.start_time);
  const day = formatShortDay(start, zone, Date.now());
  const said = { free: 'free', off: "You're closed or away", taken: conflictText(date.conflict, zone) };
  const label = (text: string) => formatSlotTime(Date.parse(text), zone);
  return (
    <li className={styles.date}>
      <span className={styles.words}>
        <span className="figure">
          <WholeTimes text={`${day}, ${label(date.start_time)}`} />
        </span>
        <span className="soft">{said[date.state]}</span>
      </span>
      {date.state !== 'free' && (
        <ChoiceChips
          label={`Instead on ${day}`}
          options={[
            ...(date.state === 'off' ? [{ value: date.start_time, label: `${label(date.start_time)} anyway` }] : []),
            ...date.nearest.map((value) => ({ value, label: label(value) })),
            { value: leftOut, label: 'Leave out' },
          ]}
          value={chosen}
          onChange={onChoose}
        />
      )}
    </li>
  );
}
