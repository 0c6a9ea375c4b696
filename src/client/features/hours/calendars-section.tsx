import { useState } from 'react';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { errorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Form } from '#client/ui/form.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { useShortMoment } from '#client/ui/use-moment.ts';
import { useProblems } from '#client/ui/use-problems.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { BusyCalendar } from '#shared/busy-calendars.ts';
import { busyCalendarBounds, lengths } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import styles from './hours.module.css';

interface CalendarsSectionProps {
  zone: string;
  /** Epoch milliseconds. */
  now: number;
}

/** What a change of calendars shows anew: times that are not free any more, or are again. */
function useCalendarChange() {
  const { busyCalendars, availability } = trpc.useUtils();
  return () => Promise.all([busyCalendars.invalidate(), availability.invalidate()]);
}

/** Calendars elsewhere, whose times clients cannot book. */
export function CalendarsSection({ zone, now }: CalendarsSectionProps) {
  const found = trpc.busyCalendars.list.useQuery({});
  const calendars = found.data ?? [];
  return (
    <section className={styles.part} aria-labelledby="calendars">
      <h2 id="calendars">Calendars</h2>
      <p className="soft">
        Clients can't book when you're busy in your own calendar. We only read the times, never what you're doing.
      </p>
      {found.error && !found.data && <Failure text="Failed to load your calendars." retry={found.refetch} />}
      {found.isPending && <Skeleton height="64px" />}
      {calendars.length > 0 && (
        <Card rows>
          {calendars.map((calendar) => (
            <CalendarRow key={calendar.id} calendar={calendar} zone={zone} now={now} />
          ))}
        </Card>
      )}
      {found.data && calendars.length < busyCalendarBounds.most && <AddCalendar />}
    </section>
  );
}

function CalendarRow({ calendar, zone, now }: { calendar: BusyCalendar } & CalendarsSectionProps) {
  const { client } = trpc.useUtils();
  const changed = useCalendarChange();
  const [busy, setBusy] = useState<'refresh' | 'remove'>();
  const [failure, setFailure] = useState<string>();
  useFocusBack(busy !== undefined);
  const moment = useShortMoment(zone);
  const { id, name, host, problem, last_read_at, busy_count } = calendar;
  const nameId = `calendar-${id}`;

  async function run(kind: 'refresh' | 'remove') {
    setBusy(kind);
    setFailure(undefined);
    try {
      await (kind === 'refresh' ? client.busyCalendars.refresh : client.busyCalendars.remove).mutate({ id });
      await changed();
      if (kind === 'remove') notify.success('Calendar removed.');
    } catch (error) {
      const text = kind === 'refresh' ? "We couldn't read it just now." : "It couldn't be removed.";
      setFailure(errorText(error, text, text));
    }
    setBusy(undefined);
  }
  return (
    <div className={styles.timeOff}>
      <div>
        <p id={nameId} className="figure">
          {name}
        </p>
        <p className="soft">{host}</p>
        <p className="soft">{counted(busy_count, 'busy time')}</p>
        {last_read_at && (
          <p className="soft">
            Read <WholeTimes text={moment(Date.parse(last_read_at), now)} />
          </p>
        )}
      </div>
      <div className={styles.ways}>
        <Button
          look="quiet"
          aria-describedby={nameId}
          disabled={busy !== undefined}
          busy={busy === 'refresh'}
          busyText="Reading…"
          onClick={() => void run('refresh')}
        >
          Read now
        </Button>
        <Button
          look="quiet"
          aria-describedby={nameId}
          disabled={busy !== undefined}
          busy={busy === 'remove'}
          busyText="Removing..."
          onClick={() => void run('remove')}
        >
          Remove
        </Button>
      </div>
      {problem && (
        <p className={styles.problem}>
          <strong>We can't read it.</strong> {problem} We're still using its last known times.
        </p>
      )}
      <FormMessage>{failure}</FormMessage>
    </div>
  );
}

function AddCalendar() {
  const { client } = trpc.useUtils();
  const changed = useCalendarChange();
  const [url, setUrl] = useUnsavedState('calendar address', '');
  const [name, setName] = useUnsavedState('calendar name', '');
  const { form, problems, show, clear } = useProblems<HTMLFormElement>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useFocusBack(isBusy);

  async function add() {
    if (isBusy) return;
    setBusy(true);
    show({});
    setFailure(undefined);
    try {
      const { busy_count } = await client.busyCalendars.add.mutate({ url, name });
      await changed();
      setUrl('');
      setName('');
      notify.success(`Calendar added: ${counted(busy_count, 'busy time')}.`);
    } catch (error) {
      const said = fieldErrors(error);
      show(said);
      const text = "The calendar couldn't be added.";
      if (Object.keys(said).length === 0) setFailure(errorText(error, text, text));
    }
    setBusy(false);
  }

  return (
    <details className={styles.addCalendar}>
      <summary>Add a calendar</summary>
      <Form ref={form} className={styles.sheet} send={add}>
        <TextField
          label="Name"
          hint="Such as Private, or Kids."
          maxLength={busyCalendarBounds.name.max}
          value={name}
          error={problems.name}
          disabled={isBusy}
          onChange={({ target }) => {
            setName(target.value);
            clear('name');
          }}
        />
        <TextField
          label="Calendar address"
          hint="Begins with https:// or webcal:// and often ends in .ics. Keep it private."
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={lengths.url.max}
          value={url}
          error={problems.url}
          disabled={isBusy}
          onChange={({ target }) => {
            setUrl(target.value);
            clear('url');
          }}
        />
        <details>
          <summary>Where do I find the address?</summary>
          <ul className={styles.coming}>
            <li>
              <strong>Google:</strong> on a computer, open Google Calendar's settings, choose your calendar under
              “Settings for my calendars”, and copy the “Secret address in iCal format”.
            </li>
            <li>
              <strong>Apple:</strong> in the Calendar app, tap the “i” beside your iCloud calendar, switch on “Public
              Calendar”, then tap “Share Link” and copy it.
            </li>
            <li>
              <strong>Outlook:</strong> on outlook.com, open Settings, Calendar, Shared calendars, publish your calendar
              with “Can view when I'm busy”, and copy the ICS link.
            </li>
          </ul>
        </details>
        <FormMessage>{failure}</FormMessage>
        <Button type="submit" busy={isBusy} busyText="Reading…">
          Add calendar
        </Button>
      </Form>
    </details>
  );
}
