import { getQueryKey } from '@trpc/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { WeekStrip } from '#client/features/booking/slots/week-strip.tsx';
import { focusOnceShown } from '#client/lib/focus.ts';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Length } from '#client/ui/length.tsx';
import { PanelEnd, RowsSkeleton } from '#client/ui/panel-end.tsx';
import type { Availability } from '#shared/availability.ts';
import { MINUTE } from '#shared/constants.ts';
import { addDays, noonOf, weekOf } from '#shared/days.ts';
import { formatHours } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { dayKey, formatShortDay, formatWindow } from '#shared/time.ts';
import { type CopySource, CopyWindows } from './copy-windows.tsx';
import styles from './dashboard.module.css';
import { useRemoval } from './use-removal.ts';

/** The professional's windows, which the dashboard loads before their tab is opened. */
export function useOwnAvailability() {
  const { client } = trpc.useUtils();
  return usePages({
    queryKey: getQueryKey(trpc.availability.mine, undefined, 'infinite'),
    load: (page) => client.availability.mine.query(page),
    failedText: 'Failed to load availability.',
  });
}

interface AvailabilityPanelProps {
  profile: OwnProfessional;
  found: ReturnType<typeof useOwnAvailability>;
  /** Epoch milliseconds. */
  now: number;
  /** When the window begins that was just saved, epoch milliseconds: its week is shown. */
  savedStart: number | undefined;
}

/** Groups windows by the day of their start in `zone`, soonest first. */
function byDay(windows: readonly Availability[], zone: string) {
  const days = new Map<string, Availability[]>();
  for (const window of windows) {
    const key = dayKey(Date.parse(window.start_time), zone);
    days.set(key, [...(days.get(key) ?? []), window]);
  }
  return days;
}

function minutesOf(windows: readonly Availability[]) {
  return windows.reduce(
    (sum, { start_time, end_time }) => sum + (Date.parse(end_time) - Date.parse(start_time)) / MINUTE,
    0,
  );
}

/** So many days with hours are listed, from the chosen week on, before the rest is asked for. */
const atFirst = 7;

/** The professional's windows, in the professional's zone: the hours of a week, and the windows by day. */
export function AvailabilityPanel({ profile, found, now, savedStart }: AvailabilityPanelProps) {
  const zone = profile.time_zone;
  const days = byDay(found.items, zone);
  const panel = useRef<HTMLDivElement>(null);
  const { removing, remove } = useRemoval(profile, () => panel.current?.focus());
  const [chosen, setChosen] = useState(savedStart === undefined ? undefined : dayKey(savedStart, zone));
  const [source, setSource] = useState<CopySource>();
  const [unfolded, setUnfolded] = useState(false);
  const isSavedMissing = savedStart !== undefined && Date.parse(found.items.at(-1)?.start_time ?? '') < savedStart;
  useEffect(() => {
    if (isSavedMissing && !found.isPending) found.showMore?.();
  });
  const isSavedThere = found.items.some(({ start_time }) => Date.parse(start_time) === savedStart);
  useEffect(() => {
    if (isSavedThere) return focusOnceShown(panel.current?.querySelector<HTMLElement>(`[data-start="${savedStart}"]`));
  }, [isSavedThere, savedStart]);
  const keys = [...days.keys()];
  const day = chosen ?? keys[0] ?? dayKey(now, zone);
  const week = weekOf(day);
  const first = week[0] ?? day;
  const weekWindows = week.flatMap((key) => days.get(key) ?? []);
  const listed = unfolded ? keys : keys.filter((key) => chosen === undefined || key >= first).slice(0, atFirst);
  const isFolded = listed.length < keys.length;

  function goTo(next: string) {
    setChosen(next);
    // The buttons of the weeks keep the focus, to be pressed again.
    if (week.includes(next)) document.getElementById(`hours-${next}`)?.focus();
  }

  /** What comes follows the last listed day, which takes the focus of the button that vanishes. */
  function unfold() {
    document.getElementById(`hours-${listed.at(-1)}`)?.focus({ preventScroll: true });
    setUnfolded(true);
  }

  function describe(key: string) {
    const windows = days.get(key);
    if (!windows)
      return found.isPending
        ? { short: '\u00a0', spoken: '', isOpen: false }
        : { short: '–', spoken: 'no hours', isOpen: false };
    const minutes = minutesOf(windows);
    return { short: `${Number((minutes / 60).toFixed(1))} h`, spoken: formatHours(minutes), isOpen: true };
  }

  return (
    <div ref={panel} tabIndex={-1} className={styles.panel}>
      <div className={styles.panelActions}>
        <ButtonLink to={pagePath('setHours')}>Your hours</ButtonLink>
        <ButtonLink look="secondary" to={pagePath('setAvailability')}>
          Set Availability
        </ButtonLink>
      </div>
      {days.size > 0 && (
        <>
          <WeekStrip
            label="Hours of the week"
            day={day}
            today={dayKey(now, zone)}
            fits
            describe={describe}
            onChange={goTo}
            hasEarlier={(keys[0] ?? day) < first}
            hasLater={(keys.at(-1) ?? day) >= addDays(first, 7)}
            lookFurther={found.showMore}
            isLooking={found.isPending}
          />
          {weekWindows.length > 0 && (
            <Button look="secondary" onClick={() => setSource({ kind: 'week', windows: weekWindows })}>
              Repeat for weeks ...
            </Button>
          )}
          {listed.map((key) => {
            const windows = days.get(key) ?? [];
            return (
              <DayOfWindows
                key={key}
                day={key}
                windows={windows}
                copy={() => setSource({ kind: 'day', day: key, windows })}
              >
                {windows.map((window) => (
                  <WindowItem
                    key={window.id}
                    window={window}
                    zone={zone}
                    busy={removing === window.id}
                    remove={() => void remove(window)}
                  />
                ))}
              </DayOfWindows>
            );
          })}
          {isFolded && (
            <Button look="secondary" onClick={unfold}>
              Show all {keys.length} days
            </Button>
          )}
        </>
      )}
      <PanelEnd
        found={isFolded ? { ...found, showMore: undefined } : found}
        skeleton={<RowsSkeleton text="Loading availability" height="76px" />}
        failedText="Failed to load availability."
        empty={
          days.size > 0
            ? undefined
            : { text: 'No availability set.', advice: 'Set when you work, and clients can book any free time in it.' }
        }
      />
      {source && <CopyWindows source={source} zone={zone} close={() => setSource(undefined)} />}
    </div>
  );
}

interface DayOfWindowsProps {
  day: string;
  windows: readonly Availability[];
  copy: () => void;
  children: ReactNode;
}

function DayOfWindows({ day, windows, copy, children }: DayOfWindowsProps) {
  const name = formatShortDay(noonOf(day), 'UTC');
  return (
    <section className={styles.hours} aria-labelledby={`hours-${day}`}>
      <div className={styles.hoursHead}>
        <h2 id={`hours-${day}`} tabIndex={-1}>
          {name}
        </h2>
        <p className="soft">
          <Length minutes={minutesOf(windows)} format={formatHours} />
        </p>
        <Button look="quiet" aria-describedby={`hours-${day}`} onClick={copy}>
          Copy this day to ...
        </Button>
      </div>
      <Card rows>{children}</Card>
    </section>
  );
}

interface WindowItemProps {
  window: Availability;
  zone: string;
  busy: boolean;
  remove: () => void;
}

function WindowItem({ window, zone, busy, remove }: WindowItemProps) {
  const nameId = `window-${window.id}`;
  const [start, end] = [Date.parse(window.start_time), Date.parse(window.end_time)];
  const text = formatWindow(start, end, zone);
  // Its day has a heading, so the hours stand out; a window over midnight is one text.
  const hours = dayKey(start, zone) === dayKey(end, zone) ? text.lastIndexOf(', ') : -2;
  return (
    <div tabIndex={-1} data-start={start} className={styles.window}>
      <p id={nameId} className={styles.windowTimes}>
        {hours > 0 && (
          <span className={styles.windowDate}>
            {text.slice(0, hours)}
            <span className="visually-hidden">, </span>
          </span>
        )}
        <span className="figure">{text.slice(hours + 2)}</span>
      </p>
      {window.source === 'single' ? (
        <div className={styles.itemActions}>
          <ButtonLink
            look="quiet"
            className={styles.wholeRow}
            to={pagePath('editAvailability', { id: window.id })}
            aria-describedby={nameId}
          >
            Edit
          </ButtonLink>
          <Button
            look="quiet"
            className={styles.remove}
            aria-describedby={nameId}
            busy={busy}
            busyText="Deleting..."
            onClick={remove}
          >
            Delete
          </Button>
        </div>
      ) : (
        <ButtonLink look="quiet" to={pagePath('setHours')} aria-describedby={nameId}>
          {window.source === 'date' ? 'Hours of this day' : 'Weekly hours'}
        </ButtonLink>
      )}
    </div>
  );
}
