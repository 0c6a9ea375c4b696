import { useState } from 'react';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { isSame, useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { useProblems } from '#client/ui/use-problems.ts';
import { hoursBounds } from '#shared/constants.ts';
import { noonOf } from '#shared/days.ts';
import type { ClockInterval, OwnDate } from '#shared/hours.ts';
import { formatLongDate, formatShortDay } from '#shared/time.ts';
import styles from './hours.module.css';
import { hoursText } from './hours-text.ts';
import { faultOf, IntervalFields, usualHours } from './interval-fields.tsx';
import { outsideText, useHoursChange } from './use-hours-change.ts';

type Choice = 'usual' | 'closed' | 'own';

type Entry = { choice: Choice; hours: ClockInterval[]; note: string };

function entryOf(own: OwnDate | undefined, usual: readonly ClockInterval[]): Entry {
  const offered = usual.length > 0 ? [...usual] : [usualHours];
  if (!own) return { choice: 'usual', hours: offered, note: '' };
  const isOpen = own.hours.length > 0;
  return { choice: isOpen ? 'own' : 'closed', hours: isOpen ? own.hours : offered, note: own.note ?? '' };
}

interface DateSheetProps {
  /** `2026-11-26`. */
  date: string;
  /** What was set for it; undefined where nothing was. */
  own: OwnDate | undefined;
  /** What the week, or a holiday, gives it. */
  usual: readonly ClockInterval[];
  holiday: string | undefined;
  /** Whether time off takes some of it. */
  hasTimeOff: boolean;
  close: () => void;
}

/** One date: as usual, closed, or with hours of its own. */
export function DateSheet({ date, own, usual, holiday, hasTimeOff, close }: DateSheetProps) {
  const { client } = trpc.useUtils();
  const change = useHoursChange();
  const kept = entryOf(own, usual);
  const [entry, setEntry, isOld] = useUnsavedState(`date ${date}`, kept);
  const { choice, hours: typed, note } = entry;
  const { form, problems, show } = useProblems<HTMLDivElement>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const name = formatShortDay(noonOf(date), 'UTC');

  const putBack = () =>
    own
      ? client.hours.setDate.mutate({ date, hours: own.hours, note: own.note })
      : client.hours.removeDate.mutate({ date });

  async function set(hours: ClockInterval[]) {
    const { bookings_outside } = await client.hours.setDate.mutate({ date, hours, note });
    return `${name}: ${hoursText(hours)}.${outsideText(bookings_outside)}`;
  }

  async function restoreUsual() {
    await client.hours.removeDate.mutate({ date });
    return `${name} has its usual hours again.`;
  }

  async function save() {
    const fault = choice === 'own' ? faultOf(typed) : undefined;
    show(fault ? { hours: fault.message } : {});
    if (fault) return;
    if (choice === 'usual' && !own) return close();
    setBusy(true);
    setFailure(undefined);
    const isSaved = await change(
      () => (choice === 'usual' ? restoreUsual() : set(choice === 'own' ? typed : [])),
      putBack,
      setFailure,
    );
    setBusy(false);
    if (isSaved) close();
  }

  return (
    <Dialog
      sheet
      busy={isBusy}
      close={close}
      title={formatLongDate(noonOf(date), 'UTC')}
      description={`${holiday ? `${holiday}. ` : ''}As usual: ${hoursText(usual)}.${hasTimeOff ? ' You have time off that day.' : ''}`}
    >
      <div ref={form} className={styles.sheet}>
        <ChoiceChips
          label="Hours of this day"
          options={[
            { value: 'usual', label: 'As usual' },
            { value: 'closed', label: 'Closed' },
            { value: 'own', label: 'Other hours' },
          ]}
          value={choice}
          onChange={(choice) => setEntry({ ...entry, choice })}
        />
        {choice === 'own' && (
          <IntervalFields
            hours={typed}
            onChange={(hours) => setEntry({ ...entry, hours })}
            isChecked={'hours' in problems}
          />
        )}
        {choice !== 'usual' && (
          <TextField
            label="Note"
            hint="Only you can see this."
            maxLength={hoursBounds.note}
            value={note}
            onChange={(event) => setEntry({ ...entry, note: event.target.value })}
          />
        )}
        {!isSame(entry, kept) && !isBusy && <NotSaved isOld={isOld} />}
        <FormMessage>{failure}</FormMessage>
        <Button wide busy={isBusy} busyText="Saving..." onClick={() => void save()}>
          Save
        </Button>
      </div>
    </Dialog>
  );
}
