import { useSearchParams } from 'react-router';
import { type BookingFilter, BookingsPanel, bookingFilters } from '#client/features/dashboard/bookings-panel.tsx';
import { Calendar } from '#client/features/dashboard/calendar.tsx';
import { DashboardFailure } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PagePart } from '#client/ui/page-part.tsx';
import { RowsSkeleton } from '#client/ui/panel-end.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { noonOf } from '#shared/days.ts';
import { pages } from '#shared/pages.ts';
import { dayKey, zoneTitle } from '#shared/time.ts';

const { title } = pages.calendar;
const views = ['week', 'day', 'list'] as const;
const viewNames = { day: 'Day', week: 'Week', list: 'List' };

/** View, date and filter stand in the query, for reload and Back. */
function useView(today: string) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('date') ?? '';
  return {
    view: views.find((name) => name === query.get('view')) ?? views[0],
    date: Number.isFinite(noonOf(asked)) ? asked : today,
    filter: bookingFilters.find((name) => name === query.get('filter')) ?? bookingFilters[0],
    show(next: { view?: (typeof views)[number]; date?: string; filter?: BookingFilter }) {
      const shown = new URLSearchParams(query);
      for (const [name, value] of Object.entries(next)) shown.set(name, value);
      setQuery(shown, { replace: true });
    },
  };
}

/** A professional's calendar: a day, a week, or all bookings as a list. */
export function CalendarPage() {
  const now = useNow();
  const { data: profile, error, refetch } = trpc.professionals.profile.useQuery();
  const { view, date, filter, show } = useView(dayKey(now, profile?.time_zone ?? 'UTC'));
  if (error && !profile) return <DashboardFailure title={title} text="Failed to load your calendar." retry={refetch} />;
  return (
    <Page title={title}>
      <PageHeading>{title}</PageHeading>
      <ChoiceChips
        label="Show as"
        options={(['day', 'week', 'list'] as const).map((value) => ({ value, label: viewNames[value] }))}
        value={view}
        onChange={(next) => show({ view: next })}
      />
      {profile ? (
        <PagePart>
          {view === 'list' ? (
            <>
              <p className="soft">{zoneTitle(profile.time_zone)}</p>
              <BookingsPanel profile={profile} filter={filter} onFilter={(next) => show({ filter: next })} now={now} />
            </>
          ) : (
            <Calendar profile={profile} now={now} view={view} day={date} show={show} />
          )}
        </PagePart>
      ) : (
        <RowsSkeleton text="Loading bookings" height="78px" />
      )}
    </Page>
  );
}
