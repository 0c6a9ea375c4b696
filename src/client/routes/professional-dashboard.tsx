import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { AvailabilityPanel, useOwnAvailability } from '#client/features/dashboard/availability-panel.tsx';
import { type BookingFilter, BookingsPanel, bookingFilters } from '#client/features/dashboard/bookings-panel.tsx';
import { FirstSteps } from '#client/features/dashboard/first-steps.tsx';
import { NextAppointment, NextAppointmentSkeleton } from '#client/features/dashboard/next-appointment.tsx';
import { ProfileCard, ProfileCardSkeleton } from '#client/features/dashboard/profile-card.tsx';
import { ServicesPanel, ServicesSkeleton } from '#client/features/dashboard/services-panel.tsx';
import { Today } from '#client/features/dashboard/today.tsx';
import { useOwnBookings } from '#client/features/dashboard/use-own-bookings.ts';
import { WaitingRequests } from '#client/features/dashboard/waiting-requests.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { useFailureLog } from '#client/lib/failure-log.ts';
import { isRecord } from '#client/lib/is-record.ts';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState, Failure, FormMessage } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PagePart } from '#client/ui/page-part.tsx';
import { Split } from '#client/ui/split.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';

const { title } = pages.professionalDashboard;
const tabNames = ['services', 'availability', 'bookings'] as const;
type Tab = (typeof tabNames)[number];

export function ProfessionalDashboard() {
  const { data: profile, error, refetch } = trpc.professionals.profile.useQuery();

  useFailureLog('Failed to load the dashboard.', hasNoProfile(error) ? null : error);

  if (profile) return <Dashboard profile={profile} />;
  if (!error) return <DashboardLoading />;
  return (
    <Page title={title}>
      <PageHeading>{title}</PageHeading>
      {hasNoProfile(error) ? (
        <EmptyState text="No user data found.">
          <ButtonLink look="secondary" to={pagePath('adminDashboard')}>
            Admin dashboard
          </ButtonLink>
        </EmptyState>
      ) : (
        <Failure text="No user data found." retry={refetch} />
      )}
    </Page>
  );
}

/** An admin, too, may open the dashboard, but is no professional. */
function hasNoProfile(error: unknown) {
  return [403, 404].includes(statusOf(error) ?? 0);
}

/** Tab and filter stand in the query, for reload and Back. A saved form may name its tab in the history state. */
function useView() {
  const [query, setQuery] = useSearchParams();
  const state: unknown = useLocation().state;
  const given = isRecord(state) ? state : {};
  const tab =
    tabNames.find((name) => name === query.get('tab')) ?? tabNames.find((name) => name === given.tab) ?? tabNames[0];
  const filter = bookingFilters.find((name) => name === query.get('filter')) ?? bookingFilters[0];
  const outside = typeof given.bookings_outside === 'number' ? given.bookings_outside : 0;

  function show(next: { tab: Tab; filter?: BookingFilter }) {
    const shown = new URLSearchParams();
    if (next.tab !== tabNames[0]) shown.set('tab', next.tab);
    if (next.filter && next.filter !== bookingFilters[0]) shown.set('filter', next.filter);
    setQuery(shown, { replace: true });
  }
  return { tab, filter, outside, show };
}

function inPart(panel: ReactNode) {
  return <PagePart>{panel}</PagePart>;
}

function Dashboard({ profile }: { profile: OwnProfessional }) {
  const now = useNow();
  const found = useOwnBookings(profile.id, now);
  const availability = useOwnAvailability();
  const { tab, filter, outside, show } = useView();
  const knowsBookings = !found.isPending || found.bookings.length > 0;

  return (
    <Page title={title}>
      <PagePart>
        <FirstSteps professionalId={profile.id} />
      </PagePart>
      <Split
        aside={
          <aside aria-label="Your profile">
            <ProfileCard profile={profile} />
          </aside>
        }
      >
        <PagePart>
          {knowsBookings ? <NextAppointment bookings={found.bookings} now={now} /> : <NextAppointmentSkeleton />}
        </PagePart>
        <PagePart>
          <WaitingRequests bookings={found.bookings} now={now} />
        </PagePart>
        {knowsBookings && (
          <PagePart>
            <Today profile={profile} bookings={found.bookings} now={now} />
          </PagePart>
        )}
        {outside > 0 && (
          <FormMessage tone="wait">
            {outside === 1
              ? '1 booking now lies outside your availability. It still stands: cancel it if you cannot keep it.'
              : `${outside} bookings now lie outside your availability. They still stand: cancel those that you cannot keep.`}
          </FormMessage>
        )}
        <Tabs
          label="Manage"
          value={tab}
          onChange={(next) => show({ tab: next })}
          tabs={[
            { value: 'services', label: <TabName>Services</TabName>, panel: inPart(<ServicesPanel />) },
            {
              value: 'availability',
              label: <TabName>Availability</TabName>,
              panel: inPart(<AvailabilityPanel profile={profile} found={availability} now={now} />),
            },
            {
              value: 'bookings',
              label: <TabName>Bookings</TabName>,
              panel: inPart(
                <BookingsPanel
                  profile={profile}
                  found={found}
                  filter={filter}
                  onFilter={(next) => show({ tab, filter: next })}
                  now={now}
                />,
              ),
            },
          ]}
        />
      </Split>
    </Page>
  );
}

/** On a phone only the last word is seen; the name that is read out stays whole. */
function TabName({ children }: { children: string }) {
  return (
    <>
      <span className="unseen-on-phone">Manage </span>
      {children}
    </>
  );
}

function DashboardLoading() {
  return (
    <Page title={title}>
      <Split aside={<ProfileCardSkeleton />}>
        <PageHeading>Loading...</PageHeading>
        <ServicesSkeleton />
      </Split>
    </Page>
  );
}
