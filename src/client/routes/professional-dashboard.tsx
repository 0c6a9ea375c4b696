import { type ComponentProps, type ReactNode, useState } from 'react';
import { useOwnBookings } from '#client/features/booking-lists/use-own-bookings.ts';
import { WhoWaits } from '#client/features/cancellation-list/who-waits.tsx';
import { AvailabilityPanel, useOwnAvailability } from '#client/features/dashboard/availability-panel.tsx';
import { BookingsPanel } from '#client/features/dashboard/bookings-panel.tsx';
import styles from '#client/features/dashboard/dashboard.module.css';
import { FirstSteps } from '#client/features/dashboard/first-steps.tsx';
import { NextAppointment, NextAppointmentSkeleton, nextOf } from '#client/features/dashboard/next-appointment.tsx';
import { OpenDeposits } from '#client/features/dashboard/open-deposits.tsx';
import { ProfileCard, ProfileCardSkeleton } from '#client/features/dashboard/profile-card.tsx';
import { ServicesPanel, ServicesSkeleton } from '#client/features/dashboard/services-panel.tsx';
import { Today } from '#client/features/dashboard/today.tsx';
import { useDashboardView } from '#client/features/dashboard/use-dashboard-view.ts';
import { WaitingRequests } from '#client/features/dashboard/waiting-requests.tsx';
import { PushAsk } from '#client/features/push/push-ask.tsx';
import { PaidSheet } from '#client/features/visit/paid-sheet.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { useFailureLog } from '#client/lib/failure-log.ts';
import { useNow } from '#client/lib/now.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState, Failure, FormMessage } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PagePart } from '#client/ui/page-part.tsx';
import { Awaited } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Booking } from '#shared/bookings.ts';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.professionalDashboard;
export function ProfessionalDashboard() {
  // An admin, too, may open the dashboard, but is no professional.
  const isAdmin = useSession(({ role }) => role === 'admin');
  const { data: profile, error, refetch } = trpc.professionals.profile.useQuery(undefined, { enabled: !isAdmin });
  const hasNoProfile = isAdmin || [403, 404].includes(statusOf(error) ?? 0);

  // Asked each time that the dashboard opens, because the steps are taken on other screens; with the profile, because
  // they stand above all the rest.
  const { data: steps, isLoading: awaitsSteps } = trpc.professionals.firstSteps.useQuery(undefined, {
    staleTime: 0,
    enabled: !isAdmin,
  });

  useFailureLog('Failed to load the dashboard.', hasNoProfile ? null : error);

  if (profile && !awaitsSteps) return <Dashboard profile={profile} steps={steps} />;
  if (!error && !isAdmin) return <DashboardLoading />;
  return (
    <Page title={title}>
      <PageHeading>{title}</PageHeading>
      {hasNoProfile ? (
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

function inPart(panel: ReactNode) {
  return <PagePart>{panel}</PagePart>;
}

/** The day first, then the parts that are managed, then the profile. */
function Dashboard({ profile, steps }: ComponentProps<typeof FirstSteps>) {
  const now = useNow();
  const found = useOwnBookings(profile.id, profile.time_zone, now);
  const availability = useOwnAvailability();
  const { tab, filter, outside, savedStart, show } = useDashboardView();
  const next = nextOf(found.bookings, now);
  const [paying, setPaying] = useState<Booking>();
  const knowsBookings = !found.isLost && (!found.isPending || found.bookings.length > 0);
  // The tab of bookings offers it then.
  const retry = tab === 'bookings' ? {} : { retry: found.retry };

  return (
    <Page title={title}>
      <PagePart>
        <FirstSteps profile={profile} steps={steps} />
      </PagePart>
      <div className={styles.front}>
        <div>
          <PagePart>
            {found.isLost ? (
              <>
                <PageHeading>{title}</PageHeading>
                <Failure text="Failed to load your day." {...retry} />
              </>
            ) : knowsBookings ? (
              <NextAppointment next={next} now={now} onPay={setPaying} />
            ) : (
              <NextAppointmentSkeleton />
            )}
          </PagePart>
        </div>
        {knowsBookings && (
          <div className={styles.today} data-held="below">
            <PagePart>
              <Today profile={profile} bookings={found.bookings} headline={next} now={now} onPay={setPaying} />
            </PagePart>
          </div>
        )}
        <div className={styles.asked}>
          <PagePart>
            <OpenDeposits professionalId={profile.id} />
          </PagePart>
          <PagePart>
            {found.isWaitingLost && !found.isLost ? (
              <Failure text="Failed to load the requests that wait for you." {...retry} />
            ) : (
              <>
                {found.awaitsWaiting && <Awaited />}
                <WaitingRequests bookings={found.waiting} now={now} />
                {found.waiting.length > 0 && <PushAsk title="Never miss a request" />}
              </>
            )}
          </PagePart>
          {knowsBookings && (
            <PagePart>
              <WhoWaits zone={profile.time_zone} />
            </PagePart>
          )}
        </div>
      </div>
      {paying && <PaidSheet key={paying.id} booking={paying} close={() => setPaying(undefined)} />}
      {outside > 0 && (
        <FormMessage tone="wait">
          {outside === 1
            ? "1 booking is now outside your availability. It's still on: cancel it if you can't make it."
            : `${outside} bookings are now outside your availability. They're still on: cancel any you can't make.`}
        </FormMessage>
      )}
      <div className={styles.section} data-held="always">
        <Tabs
          label="Manage"
          value={tab}
          onChange={(next) => show({ tab: next })}
          tabs={[
            { value: 'services', label: <TabName>Services</TabName>, panel: inPart(<ServicesPanel />) },
            {
              value: 'availability',
              label: <TabName>Availability</TabName>,
              panel: inPart(
                <AvailabilityPanel profile={profile} found={availability} now={now} savedStart={savedStart} />,
              ),
            },
            {
              value: 'bookings',
              label: <TabName>Bookings</TabName>,
              panel: inPart(
                <BookingsPanel
                  profile={profile}
                  filter={filter}
                  onFilter={(next) => show({ tab, filter: next })}
                  now={now}
                />,
              ),
            },
          ]}
        />
      </div>
      <aside aria-label="Your profile" data-held="always">
        <ProfileCard profile={profile} />
      </aside>
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
      <PageHeading>Loading...</PageHeading>
      <ServicesSkeleton />
      <ProfileCardSkeleton />
    </Page>
  );
}
