import { useLocation, useSearchParams } from 'react-router';
import { isRecord } from '#client/lib/is-record.ts';
import { type BookingFilter, bookingFilters } from './bookings-panel.tsx';

const tabNames = ['services', 'availability', 'bookings'] as const;
type DashboardTab = (typeof tabNames)[number];

/**
 * Tab and filter stand in the query, for reload and Back. A saved form may name its tab in the history state, and the
 * start of the window that it saved.
 */
export function useDashboardView() {
  const [query, setQuery] = useSearchParams();
  const state: unknown = useLocation().state;
  const given = isRecord(state) ? state : {};
  const tab =
    tabNames.find((name) => name === query.get('tab')) ?? tabNames.find((name) => name === given.tab) ?? tabNames[0];
  const filter = bookingFilters.find((name) => name === query.get('filter')) ?? bookingFilters[0];
  const outside = typeof given.bookings_outside === 'number' ? given.bookings_outside : 0;
  const savedStart = typeof given.start_time === 'string' ? Date.parse(given.start_time) : undefined;

  function show(next: { tab: DashboardTab; filter?: BookingFilter }) {
    const shown = new URLSearchParams();
    if (next.tab !== tabNames[0]) shown.set('tab', next.tab);
    if (next.filter && next.filter !== bookingFilters[0]) shown.set('filter', next.filter);
    setQuery(shown, { replace: true });
  }
  return { tab, filter, outside, savedStart, show };
}
