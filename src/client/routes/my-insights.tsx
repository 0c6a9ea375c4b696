import { useSearchParams } from 'react-router';
import { ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { Figures } from '#client/features/insights/figures.tsx';
import { IncomePart } from '#client/features/insights/income-part.tsx';
import { type RangeName, rangeAround, rangeNames } from '#client/features/insights/insight-range.ts';
import styles from '#client/features/insights/insights.module.css';
import { LengthsPart } from '#client/features/insights/lengths-part.tsx';
import { EarnedPlot, ServicesTable, SourcesTable, WeekByHours } from '#client/features/insights/plots.tsx';
import { useNow } from '#client/lib/now.ts';
import { useSaveFile } from '#client/lib/save-file.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { defaultTimeZone } from '#shared/constants.ts';
import { noonOf } from '#shared/days.ts';
import { insightsQuery } from '#shared/insights.ts';
import { pages } from '#shared/pages.ts';
import type { DateRange } from '#shared/rules/insights.ts';
import { dayKey, formatShortDay } from '#shared/time.ts';

const { title } = pages.insights;
const names: Record<RangeName, string> = {
  week: 'This week',
  month: 'This month',
  quarter: 'This quarter',
  year: 'This year',
  dates: 'Dates',
};

/** How the business goes: figures first, then plots. The range stands in the address, for reload and Back. */
export function MyInsights() {
  const [query, setQuery] = useSearchParams();
  const { data: profile } = trpc.professionals.profile.useQuery();
  const zone = profile?.time_zone ?? defaultTimeZone;
  const today = dayKey(useNow(), zone);
  const name = rangeNames.find((one) => one === query.get('range')) ?? 'week';
  const range: DateRange =
    name === 'dates' ? { from: query.get('from') ?? today, to: query.get('to') ?? today } : rangeAround(name, today);
  const fault = insightsQuery.safeParse(range).error?.issues[0]?.message;
  const show = (next: DateRange) => setQuery({ range: 'dates', ...next }, { replace: true });

  return (
    <Page title={title}>
      <PageHeading lead={rangeText(range, today)}>{title}</PageHeading>
      <div className={styles.ways}>
        <ChoiceChips
          label="Dates"
          options={rangeNames.map((value) => ({ value, label: names[value] }))}
          value={name}
          onChange={(next) => (next === 'dates' ? show(range) : setQuery({ range: next }, { replace: true }))}
        />
      </div>
      {name === 'dates' && (
        <div className={styles.ways}>
          <TextField
            label="From"
            type="date"
            value={range.from}
            onChange={(event) => show({ ...range, from: event.target.value })}
          />
          <TextField
            label="To"
            type="date"
            value={range.to}
            error={fault}
            onChange={(event) => show({ ...range, to: event.target.value })}
          />
        </div>
      )}
      {fault === undefined && <OfRange range={range} />}
      <div className={`${styles.plots} ${styles.money}`}>
        <IncomePart zone={zone} today={today} />
        <LengthsPart />
      </div>
      <ReturnToDashboard />
    </Page>
  );
}

function OfRange({ range }: { range: DateRange }) {
  const { data, error, refetch } = trpc.insights.show.useQuery(range);
  if (error) return <Failure text="Failed to load your insights." retry={refetch} />;
  if (!data)
    return (
      <>
        <p className="visually-hidden" role="status">
          Loading your insights
        </p>
        <Skeleton height="180px" />
        <Skeleton height="280px" />
      </>
    );
  return (
    <>
      <Card padded>
        <Figures data={data} days={data.by_day.length} />
      </Card>
      <EarnedPlot data={data} />
      <div className={styles.plots}>
        <ServicesTable rows={data.by_service} />
        <WeekByHours minutes={data.by_weekday_hour} />
        <SourcesTable rows={data.by_source} />
      </div>
      <Files range={range} />
    </>
  );
}

/** The completed visits as a file, and the page on paper. */
function Files({ range }: { range: DateRange }) {
  const { client } = trpc.useUtils();
  const { save, isBusy, failure } = useSaveFile("Your visits couldn't be saved.");
  const name = `visits-${range.from}-${range.to}.csv` as const;

  return (
    <>
      <FormMessage>{failure}</FormMessage>
      <div className={styles.ways}>
        <Button
          look="secondary"
          busy={isBusy}
          busyText="Saving..."
          onClick={() => void save(name, () => client.insights.visits.query(range))}
        >
          Save visits as CSV
        </Button>
        <Button look="quiet" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </>
  );
}

function rangeText({ from, to }: DateRange, today: string): string {
  const text = (date: string) => formatShortDay(noonOf(date), 'UTC', noonOf(today));
  return from === to ? text(from) : `${text(from)} to ${text(to)}`;
}
