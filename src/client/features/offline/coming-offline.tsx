import { useIsFetching, useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { statusOf } from '#client/lib/errors.ts';
import { useNow } from '#client/lib/now.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { type PageName, pageAt } from '#shared/pages.ts';
import { formatShortDay, formatTimeWithZone } from '#shared/time.ts';
import styles from './coming-offline.module.css';
import { comingOf, type StoredComing, storeComing, storedComing } from './stored-coming.ts';

/** How many of the next bookings are stored. */
const stored = 20;
const showing: readonly (PageName | undefined)[] = [
  'home',
  'clientProfile',
  'professionalDashboard',
  'bookingDetails',
  'bookingConfirmed',
];

/** Keeps the coming bookings of whoever is logged in, and shows them while the server cannot be reached. */
export function ComingOffline() {
  const { pathname } = useLocation();
  const role = useSession((session) => session.role);
  const id = useSession((session) => (session.role === 'client' ? session.client_id : session.professional_id));
  const { client } = trpc.useUtils();
  const calls = role === 'client' ? trpc.bookings.ofClient : trpc.bookings.ofProfessional;
  const { data, dataUpdatedAt, error } = useQuery({
    queryKey: [...getQueryKey(calls), 'coming', id],
    queryFn: () => {
      const list = role === 'client' ? client.bookings.ofClient : client.bookings.ofProfessional;
      return list.query({ id: id ?? '', order: 'asc', status: ['pending', 'confirmed'], limit: stored });
    },
    enabled: useIsQuiet() && id !== null,
    staleTime: MINUTE,
  });

  useEffect(() => {
    if (data) storeComing({ at: dataUpdatedAt, bookings: data.map((booking) => comingOf(booking, role)) });
  }, [data, dataUpdatedAt, role]);

  const isAway = error !== null && statusOf(error) === undefined;
  const known = isAway && showing.includes(pageAt(pathname)?.name) ? storedComing() : undefined;
  return known ? <Coming known={known} /> : null;
}

/** The same on any other page, which could not be loaded. */
export function ComingElsewhere() {
  const { pathname } = useLocation();
  const known = showing.includes(pageAt(pathname)?.name) ? undefined : storedComing();
  return known ? <Coming known={known} /> : null;
}

/** Whether the screen has what it asks for (specification 9: the dashboard's profile comes first), or no connection. */
function useIsQuiet(): boolean {
  const fetching = useIsFetching();
  const [isQuiet, setQuiet] = useState(!navigator.onLine);
  useEffect(() => {
    if (isQuiet || fetching > 0) return;
    const timer = setTimeout(setQuiet, 1_000, true);
    return () => clearTimeout(timer);
  }, [isQuiet, fetching]);
  return isQuiet;
}

/** `just now`, `5 minutes ago`. */
function ageText(ms: number) {
  if (ms < MINUTE) return 'just now';
  const [unit, count] =
    ms < HOUR ? ['minute', ms / MINUTE] : ms < 48 * HOUR ? ['hour', ms / HOUR] : ['day', ms / (24 * HOUR)];
  return `${counted(Math.floor(Number(count)), String(unit))} ago`;
}

function Coming({ known: { at, bookings } }: { known: StoredComing }) {
  const now = useNow();
  const ahead = bookings.filter(({ start }) => Date.parse(start) > now);
  return (
    <section className={styles.coming} aria-labelledby="coming-offline">
      <p id="coming-offline" className={`figure ${styles.title}`}>
        Your next bookings
      </p>
      <p role="status">No connection. This is from {ageText(now - at)}, and may have changed since.</p>
      {ahead.length === 0 && <p>No bookings ahead.</p>}
      <ul className={styles.list}>
        {ahead.map(({ start, zone, service, place, name }) => (
          <li key={start + service}>
            <strong>
              {formatShortDay(Date.parse(start), zone, now)}, {formatTimeWithZone(Date.parse(start), zone)}
            </strong>
            <span>
              {service} with <bdi>{name}</bdi>
            </span>
            <bdi className="soft">{place}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
