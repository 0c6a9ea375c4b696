import { type FormEvent, type ReactNode, useId } from 'react';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { Button } from '#client/ui/button.tsx';
import { defaultTimeZone, lengths } from '#shared/constants.ts';
import { whens } from '#shared/slot-range.ts';
import { formatShortDay } from '#shared/time.ts';
import { nearCapital } from './capital.ts';
import styles from './find-bar.module.css';
import { SuggestingField } from './suggesting-field.tsx';
import { useTyped } from './typed-text.ts';
import { type Filters, noPoint, noRange, queryOf } from './use-filters.ts';

interface FindBarProps {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
  /** Where the form leads without JavaScript. */
  action: string;
  what: string;
  where: string;
  button: string;
  /** What stands in the first field when it is not a search; a category, say. */
  said?: string;
  /** What the typed text of the first field asks for; by default its words are searched for. */
  ask?: (text: string) => Partial<Filters>;
  /** Called with what changes, instead of `change`. */
  onSubmit?: (next: Partial<Filters>) => void;
  /** What stands below the form, given the place as it is typed. */
  children?: (place: Partial<Filters>) => ReactNode;
  /** The time that is asked for, in words; by default its days. */
  whenText?: string;
  /** On the brand's dark ground. */
  dark?: boolean;
}

const days = () => import('#shared/rules/slot-range.ts');

/** `Sat 28 Nov`, `Sat 28 Nov to Sun 29 Nov`. */
function daysText({ free_from, free_to }: Filters, zone: string) {
  const first = formatShortDay(Date.parse(free_from), zone);
  const last = formatShortDay(Date.parse(free_to) - 1, zone);
  return first === last ? first : `${first} to ${last}`;
}

/** What, where and when, in one bar. A suggestion and a time apply at once, typed text with the button. */
export function FindBar({
  filters,
  change,
  action,
  what,
  where,
  button,
  whenText,
  dark,
  children,
  ...asks
}: FindBarProps) {
  const { said = filters.search, ask = (search) => ({ search }), onSubmit = change } = asks;
  const whenId = useId();
  const zone = useViewerZone() ?? defaultTimeZone;
  const { typed, type } = useTyped({ what: said, location: filters.location });
  const { free_from, near } = filters;
  // What the form's own fields do not say; an address without JavaScript keeps it.
  const others = queryOf({ ...filters, search: '', location: '', category: '' });

  const place = (location = typed.location.trim()): Partial<Filters> => ({
    location,
    // A place that is typed takes the place of the viewer's own.
    ...(location && location !== filters.location ? noPoint : {}),
  });
  // The first search of somebody who names no place begins where they are; a place that was taken out stays out.
  const isPlaceless = typed.location.trim() === '' && !filters.location && !near && !filters.search;
  const wanted = (text = typed.what): Partial<Filters> => ({
    ...ask(text.trim()),
    ...(isPlaceless ? nearCapital(zone) : place()),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit(wanted());
  }
  async function askWhen(when: string) {
    // The day is meant as the viewer's own clock has it.
    try {
      const range = when === '' ? noRange : (await days()).rangeOfWhen(when, Date.now(), zone);
      if (range) change({ ...ask(typed.what.trim()), ...place(), ...range });
    } catch {
      // Without its code the word goes to the server, as it does without JavaScript.
      const query = queryOf({ ...filters, ...wanted(), ...noRange });
      query.set('when', when);
      window.location.assign(`${action}?${query}`);
    }
  }
  return (
    <>
      <form className={`${styles.form} ${dark ? styles.dark : ''}`} action={action} onSubmit={submit}>
        <SuggestingField
          of="what"
          className={styles.field}
          label={what}
          type="search"
          name="search"
          placeholder="Knotless braids"
          maxLength={lengths.search.max}
          value={typed.what}
          onType={(text) => type({ what: text })}
          onChoose={(chosen) => {
            if (!('text' in chosen)) return change({ ...wanted(''), search: '', ...chosen.filters(filters) });
            type({ what: chosen.text });
            change(wanted(chosen.text));
          }}
        />
        <SuggestingField
          of="where"
          className={styles.field}
          label={where}
          type="text"
          name="location"
          placeholder={near && !filters.location ? 'Near me' : 'Footscray or 3011'}
          maxLength={lengths.location.max}
          value={typed.location}
          onType={(location) => type({ location })}
          onChoose={(chosen) => {
            if (!('text' in chosen)) return;
            type({ location: chosen.text });
            change({ ...wanted(), ...place(chosen.text) });
          }}
        />
        <div className={styles.field}>
          <label htmlFor={whenId}>When</label>
          <select
            id={whenId}
            name="when"
            value={free_from && 'asked'}
            onFocus={() => void days().catch(() => {})}
            onChange={({ target: { value } }) => void askWhen(value)}
          >
            <option value="">Any time</option>
            {free_from && <option value="asked">{whenText || daysText(filters, zone)}</option>}
            {whens.map((when) => (
              <option key={when}>{when}</option>
            ))}
          </select>
        </div>
        {[...others].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" className={styles.find}>
          {button}
        </Button>
      </form>
      {children?.(place())}
    </>
  );
}
