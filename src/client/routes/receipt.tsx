import { useParams } from 'react-router';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import type { Receipt } from '#shared/payments.ts';
import { paymentLabels } from '#shared/rules/payments.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatDate } from '#shared/time.ts';

const { title } = pages.receipt;
const none = 'No receipt found.';
const dateText = (date: string) => formatDate(Date.parse(date), 'UTC');

/** What was paid for a visit, on paper. */
export function ReceiptPage() {
  const { bookingId } = useParams();
  if (!bookingId) return <FailurePage title={title} text={none} />;
  return <Loaded key={bookingId} id={bookingId} />;
}

function Loaded({ id }: { id: string }) {
  const { data: receipt, error, refetch } = trpc.bookings.receipt.useQuery({ id }, { retry: false });
  if (error && !receipt) {
    const text = statusOf(error) === 404 ? none : "This receipt couldn't be loaded.";
    return <FailurePage title={title} text={text} error={error} retry={refetch} />;
  }
  return (
    <Page title={title} width="middle">
      <PageHeading>{receipt?.title ?? title}</PageHeading>
      {receipt ? (
        <>
          <Shown receipt={receipt} />
          <p>
            <ButtonLink look="quiet" to={pagePath('bookingDetails', { bookingId: id })}>
              Booking details
            </ButtonLink>
          </p>
        </>
      ) : (
        <Skeleton height="280px" />
      )}
    </Page>
  );
}

function Shown({ receipt }: { receipt: Receipt }) {
  const { number, issued_on, business_name, abn, client, lines, total, deposit, payments, paid, gst, voided } = receipt;
  return (
    <Card>
      {voided && <FormMessage tone="wait">This receipt was voided.</FormMessage>}
      <DetailList inset>
        <Detail name="Number">{number}</Detail>
        <Detail name="Date">{dateText(issued_on)}</Detail>
        <Detail name="From">
          <bdi>{business_name}</bdi>
          {abn && `, ABN ${abn}`}
        </Detail>
        <Detail name="For">
          <bdi>{client}</bdi>
        </Detail>
        {lines.map(({ name, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a receipt never change.
          <Detail key={index} name={name}>
            {formatPrice(amount)}
          </Detail>
        ))}
        <Detail name="Total">{formatPrice(total)}</Detail>
        {deposit > 0 && <Detail name="Deposit">{formatPrice(deposit)}</Detail>}
        {payments.map(({ method, amount, paid_on }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the payments of a receipt never change.
          <Detail key={index} name={`${paymentLabels[method]}, ${dateText(paid_on)}`}>
            {formatPrice(amount)}
          </Detail>
        ))}
        <Detail name="Paid">{formatPrice(paid)}</Detail>
        {gst !== null && <Detail name="GST included">{formatPrice(gst)}</Detail>}
      </DetailList>
    </Card>
  );
}
