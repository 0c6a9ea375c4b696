import { useState } from 'react';
import { useSaveFile } from '#client/lib/save-file.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import rows from '#client/ui/rows.module.css';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Table } from '#client/ui/table.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { counted } from '#shared/counted.ts';
import { noonOf } from '#shared/days.ts';
import type { Income } from '#shared/insights.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import type { DateRange } from '#shared/rules/insights.ts';
import { paymentLabels } from '#shared/rules/payments.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatLongDate, formatShortDay } from '#shared/time.ts';
import { quarterBefore, rangeAround } from './insight-range.ts';
import styles from './insights.module.css';

/** So many quarters are offered, the last whole one first. */
const offered = 5;
/** So many unpaid visits are shown before the rest is asked for. */
const atFirst = 8;

interface IncomePartProps {
  /** The professional's. */
  zone: string;
  today: string;
}

/** What was paid, by quarter, as for a tax return: a record, and no advice. */
export function IncomePart({ zone, today }: IncomePartProps) {
  const quarters = quartersUpTo(today);
  const [chosen, setChosen] = useState(quarters[0]?.from ?? today);
  const range = quarters.find(({ from }) => from === chosen) ?? quarterBefore(today);
  const { data, error, refetch } = trpc.insights.income.useQuery(range);
  const { client } = trpc.useUtils();
  const { save, isBusy, failure } = useSaveFile("Your income couldn't be saved.");
  return (
    <Card padded className={`${styles.part} ${styles.income}`}>
      <h2>Income</h2>
      <p className="soft">What was paid, as you wrote it down. This is a record, not tax advice.</p>
      <ChoiceChips
        label="Quarter"
        options={quarters.map((quarter) => ({ value: quarter.from, label: quarterText(quarter, today) }))}
        value={chosen}
        onChange={setChosen}
      />
      {data ? (
        <Paid key={chosen} data={data} zone={zone} />
      ) : error ? (
        <Failure text="Failed to load your income." retry={refetch} />
      ) : (
        <Skeleton height="180px" />
      )}
      <FormMessage>{failure}</FormMessage>
      <div className={styles.ways}>
        <Button
          look="secondary"
          busy={isBusy}
          busyText="Saving..."
          onClick={() =>
            void save(`income-${range.from}-${range.to}.csv`, () => client.insights.incomeCsv.query(range))
          }
        >
          Save income as CSV
        </Button>
      </div>
    </Card>
  );
}

/** The last whole quarter, those before it, and the one that goes on. */
function quartersUpTo(today: string): DateRange[] {
  const quarters = [quarterBefore(today)];
  for (let last = quarters[0]; last && quarters.length < offered - 1; last = quarters.at(-1))
    quarters.push(quarterBefore(last.from));
  return [...quarters, rangeAround('quarter', today)];
}

/** `July to September`, with the year where it is not this one. */
function quarterText({ from, to }: DateRange, today: string): string {
  const nameOf = (date: string) => formatLongDate(noonOf(date), 'UTC').split(' ')[2] ?? '';
  const year = from.slice(0, 4);
  const about = to >= today ? ' so far' : year === today.slice(0, 4) ? '' : ` ${year}`;
  return `${nameOf(from)} to ${nameOf(to)}${about}`;
}

function Paid({ data, zone }: { data: Income; zone: string }) {
  const { paid, gst, by_method, by_month, receipts, unpaid } = data;
  const [isWhole, setWhole] = useState(false);
  const missing = unpaid.reduce((sum, { open }) => sum + Math.round(open * 100), 0) / 100;
  return (
    <>
      <p>
        <span className={`figure ${styles.value}`}>{formatPrice(paid)}</span>{' '}
        {gst !== null && `${formatPrice(gst)} of it GST, `}
        {receipts === 0 ? 'no receipts' : counted(receipts, 'receipt')}
      </p>
      <Table className={styles.services} head={['Month', 'Paid', ...(gst === null ? [] : ['GST'])]}>
        {by_month.map((month) => ({
          key: month.month,
          cells: [
            formatLongDate(noonOf(`${month.month}-01`), 'UTC')
              .split(' ')
              .slice(2)
              .join(' '),
            formatPrice(month.paid),
            ...(gst === null ? [] : [formatPrice(month.gst ?? 0)]),
          ],
        }))}
      </Table>
      {by_method.length > 0 && (
        <Table className={styles.services} head={['Paid by', 'Amount']}>
          {by_method.map(({ method, amount }) => ({
            key: method,
            cells: [paymentLabels[method], formatPrice(amount)],
          }))}
        </Table>
      )}
      <h3>Nothing written down</h3>
      {unpaid.length === 0 ? (
        <p className="soft">Every visit of these months is paid.</p>
      ) : (
        <>
          <p className="soft">
            {counted(unpaid.length, 'visit')} with {formatPrice(missing)} not written down.
          </p>
          <ul className={`${rows.rows} ${styles.unpaid}`}>
            {(isWhole ? unpaid : unpaid.slice(0, atFirst)).map(({ booking_id, client, start_time, open }) => (
              <li key={booking_id}>
                <Link to={pagePath('bookingDetails', { bookingId: booking_id })}>
                  {isolated(client)}, {formatShortDay(Date.parse(start_time), zone)}
                </Link>
                <span>{formatPrice(open)}</span>
              </li>
            ))}
          </ul>
          {unpaid.length > atFirst && !isWhole && (
            <Button look="quiet" onClick={() => setWhole(true)}>
              Show all {unpaid.length}
            </Button>
          )}
        </>
      )}
    </>
  );
}
