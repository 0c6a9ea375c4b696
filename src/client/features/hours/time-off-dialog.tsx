import { type ReactNode, useState } from 'react';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useProblems } from '#client/ui/use-problems.ts';
import { timeOffBounds } from '#shared/constants.ts';
import type { TimeOff } from '#shared/hours.ts';
import type { Span } from '#shared/rules/slots.ts';
import { toLocalInput } from '#shared/time.ts';
import styles from './hours.module.css';
import { readSpan, SpanFields, typedSpan } from './span-fields.tsx';
import type { Refused } from './use-hours-change.ts';
import { useTimeOffChange } from './use-time-off.ts';

interface TimeOffDialogProps {
  /** Under which what is typed is kept. */
  name: string;
  zone: string;
  initial: { from: string; to: string; reason: string };
  busy: boolean;
  close: () => void;
  save: (span: Span, reason: string | null, refused: Refused) => Promise<boolean>;
  /** Below the button that saves. */
  children?: ReactNode;
}

/** From when to when, and why. */
export function TimeOffDialog({ name, zone, initial, busy, close, save, children }: TimeOffDialogProps) {
  const kept = { span: typedSpan(initial.from, initial.to), reason: initial.reason };
  const [{ span: typed, reason }, setEntry, isOld] = useUnsavedState(name, kept);
  const isChanged = JSON.stringify({ span: typed, reason }) !== JSON.stringify(kept);
  const { form, problems, show, clear } = useProblems<HTMLDivElement>();

  async function submit() {
    const { span, problems: wrong } = readSpan(typed, zone);
    show(wrong);
    if (!span) return;
    const isMade = await save(span, reason.trim() || null, (text, [field]) =>
      show({ [field === 'start' || field === 'reason' ? field : 'end']: text }),
    );
    if (isMade) close();
  }

  return (
    <Dialog sheet busy={busy} close={close} title="Time off">
      <div ref={form} className={styles.sheet}>
        <SpanFields
          hasDays
          typed={typed}
          problems={problems}
          onChange={(next) => {
            setEntry({ span: next, reason });
            clear('start', 'end');
          }}
        />
        <TextField
          label="Reason"
          hint="Only you can see this."
          maxLength={timeOffBounds.reason}
          value={reason}
          error={problems.reason}
          onChange={(event) => {
            setEntry({ span: typed, reason: event.target.value });
            clear('reason');
          }}
        />
        {isChanged && !busy && <NotSaved isOld={isOld} />}
        <Button wide busy={busy} busyText="Saving..." onClick={() => void submit()}>
          Save
        </Button>
        {children}
      </div>
    </Dialog>
  );
}

interface TappedTimeOffProps {
  timeOff: TimeOff;
  zone: string;
  close: () => void;
  /** Called before it closes, with what was saved. */
  saved: (span: Span) => void;
}

/** Time off as it was tapped in the calendar: to be changed or removed. */
export function TappedTimeOff({ timeOff, zone, close, saved }: TappedTimeOffProps) {
  const { edit, remove } = useTimeOffChange(zone);
  const [busy, setBusy] = useState<'save' | 'remove'>();
  const [failure, setFailure] = useState<string>();
  const { start, end, reason } = timeOff;

  async function run<T>(kind: 'save' | 'remove', work: () => Promise<T>): Promise<T> {
    setBusy(kind);
    setFailure(undefined);
    const done = await work();
    setBusy(undefined);
    return done;
  }
  return (
    <TimeOffDialog
      // A changed one has another id.
      name={`time off ${start}`}
      zone={zone}
      initial={{
        from: toLocalInput(Date.parse(start), zone),
        to: toLocalInput(Date.parse(end), zone),
        reason: reason ?? '',
      }}
      busy={busy !== undefined}
      close={close}
      save={async (span, why, refused) => {
        const isSaved = await run('save', () => edit(timeOff, span, why, refused));
        if (isSaved) saved(span);
        return isSaved;
      }}
    >
      <Button
        look="secondary"
        wide
        disabled={busy !== undefined}
        busy={busy === 'remove'}
        busyText="Removing..."
        onClick={() => void run('remove', () => remove(timeOff, setFailure)).then((isDone) => isDone && close())}
      >
        Remove
      </Button>
      <FormMessage>{failure}</FormMessage>
    </TimeOffDialog>
  );
}
