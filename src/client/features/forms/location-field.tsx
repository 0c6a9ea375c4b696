import { keepPreviousData } from '@tanstack/react-query';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { TextArea } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';
import styles from './location-field.module.css';

interface LocationFieldProps extends ComponentProps<typeof TextArea> {
  /** As it is typed. */
  location: string;
  timeZone: string;
  onChoose: (location: string) => void;
}

type Locality = { name: string; state: string; postcode: string };
const written = ({ name, state, postcode }: Locality) => `${name} ${state} ${postcode}`;
/** Most matches that are offered. */
const offered = 5;
const options = { retry: false, staleTime: 60_000, placeholderData: keepPreviousData } as const;

/** Where a professional works: says which place is understood, and offers those that a text may mean. */
export function LocationField({ location, timeZone, onChoose, ...area }: LocationFieldProps) {
  const typed = useDeferredValue(location).trim();
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  const last = typed.slice(before.length).trim();
  const enabled = typed.length >= lengths.location.min && typed.length <= lengths.search.max;
  const meaning = trpc.localities.list.useQuery(
    { search: typed, meaning: true, time_zone: timeZone },
    { ...options, enabled },
  );
  const matches = trpc.localities.list.useQuery(
    { search: last, limit: offered },
    { ...options, enabled: enabled && last !== '' },
  );
  const meant = enabled ? meaning.data?.[0] : undefined;
  // A place that is understood as it was needs no other.
  const [first] = useState(location);
  const isAsked = last !== '' && !(meant && location === first);
  const others =
    enabled && isAsked && !meaning.isLoading ? (matches.data ?? []).filter((one) => !typed.endsWith(written(one))) : [];
  return (
    <div className={styles.field}>
      <TextArea {...area} />
      <p className={styles.meant} role="status">
        {meant
          ? `You'll appear in searches for ${written(meant)}.`
          : enabled &&
            meaning.data &&
            "We don't know this place yet. Add a suburb or postcode so people nearby can find you."}
      </p>
      {others.length > 0 && (
        <ul className={styles.matches} aria-label="Suggested places">
          {others.map((place) => (
            <li key={written(place)}>
              <button
                type="button"
                className={styles.match}
                onClick={() => onChoose([before, written(place)].filter(Boolean).join(' '))}
              >
                {written(place)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
