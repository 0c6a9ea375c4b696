import { useState } from 'react';
import { moveFocus } from '#client/ui/arrow-keys.ts';
import { useViewerTime } from '#client/ui/viewer-time.tsx';
import { dayKey, formatSlotTime, zoneAbbreviation, zoneTitle } from '#shared/time.ts';
import styles from './slot-chips.module.css';
import { partOfDay, partsOfDay, type Slot } from './slots.ts';
import { longDay } from './week-strip.tsx';

interface SlotChipsProps {
  day: string;
  nameOf?: (day: string) => string;
  slots: readonly Slot[];
  zone: string;
  /** Start of the chosen time, epoch milliseconds. */
  chosen: number;
  onChoose: (time: Slot) => void;
  /** Start of the time that the viewer has already, epoch milliseconds: shown in its place, not to be chosen. */
  old?: number;
}

/** A day's slots, grouped by part of the day: one stop of the Tab key, arrow keys move among them. */
export function SlotChips({ day, nameOf = longDay, slots, zone, chosen, onChoose, old }: SlotChipsProps) {
  const [focused, setFocused] = useState(Number.NaN);
  const stop = [focused, chosen].find((start) => slots.some((slot) => slot.start === start)) ?? slots[0]?.start;
  const own = useViewerTime(zone)(slots[0]?.start ?? Number.NaN);
  const zoneNames = [...new Set(slots.map(({ start }) => zoneAbbreviation(start, zone)))];
  return (
    <section className={styles.day} aria-labelledby="chosen-day" data-scripted>
      <div className={styles.head}>
        <h2 id="chosen-day">{nameOf(day)}</h2>
        <p className="soft">
          {own === null ? zoneTitle(zone) : zoneNames.length === 1 && zoneNames[0]}
          {own !== null && <span aria-hidden="true">{zoneNames.length === 1 && '. '}The small time is yours.</span>}
        </p>
      </div>
      <div role="toolbar" aria-labelledby="chosen-day" className={styles.day} onKeyDown={moveFocus}>
        {partsOfDay.map((part) => {
          const inPart = slots.filter(({ start }) => partOfDay(start, zone) === part);
          const isOldHere = old !== undefined && dayKey(old, zone) === day && partOfDay(old, zone) === part;
          if (inPart.length === 0 && !isOldHere) return null;
          const shown = isOldHere
            ? [...inPart, { start: old, availabilityId: '' }].sort((one, other) => one.start - other.start)
            : inPart;
          return (
            <div key={part} className={styles.part}>
              <h3 className={styles.name}>{part}</h3>
              <ul className={styles.slots}>
                {shown.map((time) =>
                  time.start === old ? (
                    <li key={time.start} className={styles.chip} data-old>
                      <span className={styles.time}>{formatSlotTime(time.start, zone)}</span>
                      <span className={styles.own}>current time</span>
                    </li>
                  ) : (
                    <li key={time.start}>
                      <TimeChip
                        time={time}
                        zone={zone}
                        // Two zones in a day tell apart the equal times when clocks go back.
                        showsZone={zoneNames.length > 1}
                        pressed={time.start === chosen}
                        isStop={time.start === stop}
                        onFocus={() => setFocused(time.start)}
                        onPress={() => onChoose(time)}
                      />
                    </li>
                  ),
                )}
              </ul>
            </div>
          );
        })}
      </div>
    </section>
  );
}

interface TimeChipProps {
  time: Slot;
  zone: string;
  showsZone: boolean;
  pressed: boolean;
  isStop: boolean;
  onFocus: () => void;
  onPress: () => void;
}

function TimeChip({ time, zone, showsZone, pressed, isStop, onFocus, onPress }: TimeChipProps) {
  const own = useViewerTime(zone)(time.start);
  // Of another day the weekday is enough, and takes no second line, for which the page has left no room.
  const words = own?.split(' ') ?? [];
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={pressed}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onPress}
    >
      <span className={styles.time}>{formatSlotTime(time.start, zone)}</span>{' '}
      <span className={showsZone ? undefined : 'visually-hidden'}>{zoneAbbreviation(time.start, zone)}</span>
      {own !== null && (
        <span className={styles.own}>
          {' '}
          {words.slice(0, 3).join(' ')}{' '}
          <span className="visually-hidden">{[...words.slice(3), 'where you are'].join(' ')}</span>
        </span>
      )}
    </button>
  );
}
