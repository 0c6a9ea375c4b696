import { DashboardFailure, ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { BesideHours } from '#client/features/hours/beside-hours.tsx';
import { CalendarsSection } from '#client/features/hours/calendars-section.tsx';
import { HolidaysSection } from '#client/features/hours/holidays-section.tsx';
import { Month } from '#client/features/hours/month.tsx';
import { rulesOf } from '#client/features/hours/own-rules.ts';
import { TimeOffSection } from '#client/features/hours/time-off-section.tsx';
import { useHolidays } from '#client/features/hours/use-holidays.ts';
import { WeekHours } from '#client/features/hours/week-hours.tsx';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Split } from '#client/ui/split.tsx';
import { pages } from '#shared/pages.ts';
import { dayKey, zoneAbbreviation, zoneTitle } from '#shared/time.ts';

const { title } = pages.setHours;

/** A professional's real week: hours, days of their own, holidays, time off (contract 8). */
export function SetHours() {
  const now = useNow();
  const profile = trpc.professionals.profile.useQuery();
  const hours = trpc.hours.mine.useQuery();
  const dates = trpc.hours.dates.useQuery({});
  const zone = profile.data?.time_zone;
  const today = dayKey(now, zone ?? 'UTC');
  const { holidays, years } = useHolidays(profile.data?.closed_on_holidays_of ?? null, today);

  const found = [profile, hours, dates];
  if (found.some(({ error, data }) => error && !data)) {
    return (
      <DashboardFailure
        title={title}
        text="Failed to load your hours."
        retry={() => Promise.all(found.map(({ refetch }) => refetch()))}
      />
    );
  }
  if (!profile.data || !hours.data || !dates.data || !zone)
    return <FormLoading title={title} text="Loading..." fields={7} />;
  return (
    <Page title={title}>
      <PageHeading
        lead={`Clients can book any free time in these hours. ${zoneTitle(zone)} (${zoneAbbreviation(now, zone)}).`}
      >
        {title}
      </PageHeading>
      <Split
        aside={
          <div>
            <TimeOffSection profile={profile.data} now={now} />
            <CalendarsSection profile={profile.data} now={now} />
            <HolidaysSection profile={profile.data} holidays={holidays} today={today} />
          </div>
        }
      >
        <WeekHours hours={hours.data} today={today} />
        <Month
          rules={rulesOf(hours.data, dates.data, holidays)}
          dates={dates.data}
          holidays={holidays}
          years={years}
          zone={zone}
          today={today}
        />
        <BesideHours profile={profile.data} now={now} />
      </Split>
      <ReturnToDashboard tab="availability" />
    </Page>
  );
}
