import { useState } from 'react';
import { visitOf } from '#client/features/booking/choose/choices.ts';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { answerOf, errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Form } from '#client/ui/form.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { TextArea } from '#client/ui/text-field.tsx';
import { ChoiceChips, ToggleChips } from '#client/ui/toggles.tsx';
import { lengths, listBounds, MINUTE } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { isolated } from '#shared/isolated.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { dayKey, formatShortDay } from '#shared/time.ts';
import styles from './cancellation-list.module.css';
import { earlierSaid } from './earlier-button.tsx';
import { type AwaitedVisit, FreeNow } from './free-now.tsx';
import { anyDay, type DayPart, dayParts, windowsOf } from './wanted-times.ts';

interface JoinSheetProps {
  professional: { id: string; display_name: string; time_zone: string };
  visit: AwaitedVisit;
  /** Whether a time is free now, so that not all days can be waited for. */
  hasFree: boolean;
  close: () => void;
}

const anyText = "When a time that suits frees up, we'll hold it for you. One tap books it.";
const earlierText =
  "When an earlier time that suits frees up, we'll hold it for you. Your booking stays until you tap to move it.";
const daysShown = 14;
const parts = (Object.keys(dayParts) as DayPart[]).map((value) => ({ value, label: dayParts[value].label }));

/** Days and parts of the day in which a time would suit, or an earlier one. */
export function JoinSheet({ professional, visit, hasFree, close }: JoinSheetProps) {
  const { id: professional_id, display_name, time_zone: zone } = professional;
  const [now] = useState(() => Date.now());
  const [chosen, setChosen] = useUnsavedState<{ days: string[]; part: DayPart }>('waits', {
    days: hasFree ? [] : [anyDay],
    part: 'any',
  });
  const [note, setNote] = useUnsavedState('waits note', '');
  const [problem, setProblem] = useState<string>();
  // The windows in which a time is free now.
  const [free, setFree] = useState<{ windows: ReturnType<typeof windowsOf> | undefined }>();
  const utils = trpc.useUtils();
  const join = trpc.cancellationList.join.useMutation();
  const today = dayKey(now, zone);
  const booking = 'booking' in visit ? visit.booking : undefined;
  const start = booking ? Date.parse(booking.start_time) : Infinity;
  const until = booking ? Date.parse(booking.end_time) : Infinity;
  const minutes = 'minutes' in visit ? visit.minutes : (until - start) / MINUTE;
  const days = Array.from({ length: daysShown }, (_, after) => addDays(today, after)).filter(
    (day) => startOfDay(day, zone) < start,
  );
  const isAny = chosen.days.includes(anyDay);

  function change(wanted: typeof chosen) {
    setChosen(wanted);
    setProblem(undefined);
    setFree(undefined);
  }

  /** All days, or some of them. */
  function choose(picked: string[]) {
    const added = picked.find((day) => !chosen.days.includes(day));
    const next = added === anyDay ? [anyDay] : picked.filter((day) => day !== anyDay);
    change({ days: next, part: next.includes(anyDay) ? 'any' : chosen.part });
  }

  async function send() {
    if (chosen.days.length === 0) return setProblem('Choose the days that would suit.');
    const windows = windowsOf(chosen, { zone, now: Date.now(), minutes, until });
    if (windows.length === 0) return setProblem("There's no room left for your visit then. Choose another time.");
    if (windows.length > listBounds.windows)
      return setProblem(`Choose up to ${listBounds.windows} days, or whole days in a row.`);
    setProblem(undefined);
    setFree(undefined);
    // Without windows all of the time until the booking counts.
    const wanted = booking && isAny ? undefined : windows;
    try {
      const entry = { windows: wanted, note: note.trim() || null };
      if ('serviceIds' in visit) await join.mutateAsync({ professional_id, ...visitOf(visit), ...entry });
      else await join.mutateAsync({ booking_id: visit.booking.id, ...entry });
      void utils.cancellationList.invalidate();
      notify.success(
        booking
          ? earlierSaid(display_name)
          : `You're on the list. We'll let you know when ${isolated(display_name)} has a time for you.`,
      );
      setNote('');
      close();
    } catch (error) {
      if (answerOf(error)?.reason === 'free_now') setFree({ windows: wanted });
      else setProblem(errorText(error, "We couldn't add you to the list. Please try again."));
    }
    return undefined;
  }

  return (
    <Dialog
      sheet
      busy={join.isPending}
      close={close}
      title="Tell me when a time frees up"
      description={`${booking ? earlierText : anyText} Times are in ${isolated(display_name)}'s time zone.`}
    >
      <Form className={styles.join} send={send}>
        <h3>Days</h3>
        <ToggleChips
          label="Days"
          options={[
            { value: anyDay, label: booking ? 'Any earlier day' : 'Any day in 4 weeks' },
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
              onChange={(part) => change({ ...chosen, part })}
            />
          </>
        )}
        <TextArea
          label="Note (optional)"
          hint={`${isolated(display_name)} will read it.`}
          rows={2}
          maxLength={lengths.listNote.max}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <FormMessage>{problem}</FormMessage>
        {free && <FreeNow professional={professional} visit={visit} windows={free.windows} />}
        <Button type="submit" wide busy={join.isPending} busyText="Saving...">
          Join the list
        </Button>
      </Form>
    </Dialog>
  );
}
