import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { ToggleChips } from '#client/ui/toggles.tsx';
import { useProblems } from '#client/ui/use-problems.ts';
import type { ClockInterval } from '#shared/hours.ts';
import styles from './hours.module.css';
import { weekdays } from './hours-text.ts';
import { faultOf, IntervalFields, usualHours } from './interval-fields.tsx';
import type { Refused } from './use-hours-change.ts';

interface DaySheetProps {
  /** 1 for Monday. */
  weekday: number;
  hours: readonly ClockInterval[];
  busy: boolean;
  close: () => void;
  /** Saves the hours for this day and the others that were chosen. */
  save: (weekdays: number[], hours: ClockInterval[], refused: Refused) => void;
}

/** The hours of one weekday, which chips copy to other days. A closed day opens with usual hours. */
export function DaySheet({ weekday, hours, busy, close, save }: DaySheetProps) {
  const [isOpen, setOpen] = useState(true);
  const [typed, setTyped] = useState<ClockInterval[]>(hours.length > 0 ? [...hours] : [usualHours]);
  const [also, setAlso] = useState<string[]>([]);
  const { form, problems, show } = useProblems<HTMLDivElement>();
  const [failure, setFailure] = useState<string>();
  const name = weekdays[weekday - 1]?.name ?? '';

  function submit() {
    const fault = isOpen ? faultOf(typed) : undefined;
    show(fault ? { hours: fault.message } : {});
    if (fault) return;
    setFailure(undefined);
    save([weekday, ...also.map(Number)], isOpen ? typed : [], setFailure);
  }

  return (
    <Dialog sheet busy={busy} close={close} title={name}>
      <div ref={form} className={styles.sheet}>
        <Card>
          <Switch label={`Open on ${name}`} checked={isOpen} onChange={(event) => setOpen(event.target.checked)} />
        </Card>
        {isOpen && <IntervalFields hours={typed} onChange={setTyped} isChecked={'hours' in problems} />}
        <div className={styles.copies}>
          <p className={styles.label}>The same on</p>
          <ToggleChips
            label="The same on"
            options={weekdays
              .filter((one) => one.weekday !== weekday)
              .map((one) => ({
                value: String(one.weekday),
                label: one.short,
              }))}
            value={also}
            onChange={setAlso}
          />
        </div>
        <FormMessage>{failure}</FormMessage>
        <Button wide busy={busy} busyText="Saving..." onClick={submit}>
          Save
        </Button>
      </div>
    </Dialog>
  );
}
