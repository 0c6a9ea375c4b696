import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { errorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { Form } from '#client/ui/form.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { useShortMoment } from '#client/ui/use-moment.ts';
import { useProblems } from '#client/ui/use-problems.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { BusyCalendar } from '#shared/busy-calendars.ts';
import { busyCalendarBounds, lengths } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { BookingLinks } from './booking-links.tsx';
import styles from './hours.module.css';
import { useMetBookings } from './met-bookings.ts';

interface CalendarsSectionProps {
  profile: OwnProfessional;
  /** Epoch milliseconds. */
  now: number;
}

/** What a change of calendars shows anew: times that are not free any more, or are again. */
function useCalendarChange() {
  const { busyCalendars, availability, bookings } = trpc.useUtils();
  return () => Promise.all([busyCalendars, availability, bookings.ofProfessional].map((part) => part.invalidate()));
}

/** Calendars elsewhere, whose times clients cannot book. */
export function CalendarsSection({ profile, now }: CalendarsSectionProps) {
  const found = trpc.busyCalendars.list.useQuery({});
  const calendars = found.data ?? [];
  const met = useQuery({ ...useMetBookings(profile, now), enabled: calendars.length > 0 });
  const [added, setAdded] = useState<string>();
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
            <CalendarRow
              key={calendar.id}
              calendar={calendar}
              met={met.data?.get(calendar.id) ?? []}
              isNew={calendar.id === added}
              zone={profile.time_zone}
              now={now}
            />
          ))}
        </Card>
      )}
      {met.error && !met.data && <Failure text="Failed to load the bookings at busy times." retry={met.refetch} />}
      {found.data && calendars.length < busyCalendarBounds.most && (
        <AddCalendar profile={profile} now={now} added={setAdded} />
      )}
    </section>
  );
}

interface CalendarRowProps {
  calendar: BusyCalendar;
  /** Bookings at its times. */
  met: readonly Booking[];
  isNew: boolean;
  zone: string;
  now: number;
}

function CalendarRow({ calendar, met, isNew, zone, now }: CalendarRowProps) {
  const { client } = trpc.useUtils();
  const changed = useCalendarChange();
  const [busy, setBusy] = useState<'refresh' | 'remove'>();
  const [isDoomed, setDoomed] = useState(false);
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
      setFailure(errorText(error, text));
    }
    setBusy(undefined);
    setDoomed(false);
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
        <Button look="quiet" aria-describedby={nameId} disabled={busy !== undefined} onClick={() => setDoomed(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={isDoomed}
        close={() => setDoomed(false)}
        title={`Remove “${name}”?`}
        description="Clients can then book its busy times. To add it back you'd need its address, which we don't show."
        confirmText="Remove calendar"
        danger
        busy={busy === 'remove'}
        busyText="Removing..."
        onConfirm={() => void run('remove')}
      />
      {problem && (
        <p className={styles.problem}>
          <strong>We can't read it.</strong> {problem} We're still using its last known times.
        </p>
      )}
      <FormMessage>{failure}</FormMessage>
      {met.length > 0 && (
        <details className={styles.inside} open={isNew}>
          <summary>{counted(met.length, 'booking')} at busy times</summary>
          <BookingLinks bookings={met} zone={zone} />
        </details>
      )}
    </div>
  );
}

interface AddCalendarProps extends CalendarsSectionProps {
  added: (id: string) => void;
}

function AddCalendar({ profile, now, added }: AddCalendarProps) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const met = useMetBookings(profile, now);
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
      const { id, busy_count } = await client.busyCalendars.add.mutate({ url, name });
      added(id);
      await changed();
      setUrl('');
      setName('');
      const inside = (await queries.fetchQuery(met).catch(() => undefined))?.get(id)?.length;
      const still = inside ? ` You still have ${counted(inside, 'booking')} at those times.` : '';
      notify.success(`Calendar added: ${counted(busy_count, 'busy time')}.${still}`);
    } catch (error) {
      const said = fieldErrors(error);
      show(said);
      const text = "The calendar couldn't be added.";
      if (Object.keys(said).length === 0) setFailure(errorText(error, text));
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
