import { useState } from 'react';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { TextArea } from '#client/ui/text-field.tsx';
import { ChoiceChips, ToggleChips } from '#client/ui/toggles.tsx';
import { lengths, listBounds } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { dayKey, formatShortDay } from '#shared/time.ts';
import styles from './cancellation-list.module.css';
import { anyDay, type DayPart, dayParts, windowsOf } from './wanted-times.ts';

interface JoinSheetProps {
  professional: { id: string; display_name: string; time_zone: string };
  serviceIds: readonly string[];
  close: () => void;
}

const daysShown = 14;
const parts = (Object.keys(dayParts) as DayPart[]).map((value) => ({ value, label: dayParts[value].label }));

/** Days and parts of the day in which a time would suit. */
export function JoinSheet({ professional, serviceIds, close }: JoinSheetProps) {
  const { id: professional_id, display_name, time_zone: zone } = professional;
  const [now] = useState(() => Date.now());
  const [chosen, setChosen] = useUnsavedState<{ days: string[]; part: DayPart }>('waits', {
    days: [anyDay],
    part: 'any',
  });
  const [note, setNote] = useUnsavedState('waits note', '');
  const [problem, setProblem] = useState<string>();
  const utils = trpc.useUtils();
  const join = trpc.cancellationList.join.useMutation();
  const today = dayKey(now, zone);
  const days = Array.from({ length: daysShown }, (_, after) => addDays(today, after));
  const isAny = chosen.days.includes(anyDay);

  /** All days, or some of them. */
  function choose(picked: string[]) {
    const added = picked.find((day) => !chosen.days.includes(day));
    const next = added === anyDay ? [anyDay] : picked.filter((day) => day !== anyDay);
    setChosen({ days: next, part: next.includes(anyDay) ? 'any' : chosen.part });
    setProblem(undefined);
  }

  async function send() {
    const windows = windowsOf(chosen.days, chosen.part, zone, Date.now());
    if (windows.length === 0) return setProblem('Choose the days that would suit.');
    if (windows.length > listBounds.windows)
      return setProblem(`Choose at most ${listBounds.windows} days, or whole days that follow each other.`);
    setProblem(undefined);
    try {
      await join.mutateAsync({ professional_id, service_ids: [...serviceIds], windows, note: note.trim() || null });
      void utils.cancellationList.invalidate();
      notify.success(`You're on the list. We'll let you know when ${display_name} has a time for you.`);
      setNote('');
      close();
    } catch (error) {
      const failed = "We couldn't add you to the list. Please try again.";
      setProblem(errorText(error, failed, failed));
    }
    return undefined;
  }

  return (
    <Dialog
      sheet
      open
      busy={join.isPending}
      onOpenChange={(open) => open || close()}
      title="Tell me when a time frees up"
      description={`When a time that suits frees up, we'll hold it for you. One tap books it. Times are in ${display_name}'s time zone.`}
    >
      <form
        className={styles.join}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h3>Days</h3>
        <ToggleChips
          label="Days"
          options={[
            { value: anyDay, label: 'Any day in 4 weeks' },
            ...days.map((day) => ({ value: day, label: formatShortDay(startOfDay(day, zone), zone) })),
          ]}
          value={chosen.days}
          onChange={choose}
        />
        {!isAny && (
          <>
            <h3>Time of day</h3>
            <ChoiceChips
              label="Time of day"
              options={parts}
              value={chosen.part}
              onChange={(part) => setChosen({ ...chosen, part })}
            />
          </>
        )}
        <TextArea
          label="Note (optional)"
          hint={`${display_name} will read it.`}
          rows={2}
          maxLength={lengths.listNote.max}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <FormMessage>{problem}</FormMessage>
        <Button type="submit" wide busy={join.isPending} busyText="Saving...">
          Tell me
        </Button>
      </form>
    </Dialog>
  );
}
