import { useState } from 'react';
import { useParams } from 'react-router';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { usePayments } from '#client/features/visit/use-payments.ts';
import { statusOf } from '#client/lib/errors.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import type { Receipt } from '#shared/payments.ts';
import { paymentLabels } from '#shared/rules/payments.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatDate } from '#shared/time.ts';
import styles from './receipt.module.css';

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
      {receipt ? <Shown id={id} receipt={receipt} /> : <Skeleton height="420px" />}
    </Page>
  );
}

function Shown({ id, receipt }: { id: string; receipt: Receipt }) {
  const { number, issued_on, business_name, abn, client, voided } = receipt;
  const isOwn = useSession(({ role }) => role === 'professional');
  return (
    <>
      <Card className={styles.paper}>
        {voided && <p className={styles.voided}>Voided</p>}
        <div className={styles.top}>
          <div>
            <p className={styles.from}>
              <bdi>{business_name}</bdi>
            </p>
            {abn && <p>ABN {abn.replace(/^(..)(...)(...)/, '$1 $2 $3 ')}</p>}
          </div>
          <div className={styles.number}>
            <p>
              <strong>Number {number}</strong>
            </p>
            <p>{dateText(issued_on)}</p>
          </div>
        </div>
        <p>
          <span className="soft">For</span> <bdi>{client}</bdi>
        </p>
        <Lines receipt={receipt} />
      </Card>
      <div className={styles.ways}>
        <Button onClick={() => print()}>Print or save as PDF</Button>
        <ButtonLink look="secondary" to={pagePath('bookingDetails', { bookingId: id })}>
          Booking details
        </ButtonLink>
        {isOwn && !voided && <VoidButton id={id} number={number} />}
      </div>
    </>
  );
}

/** What was done, what was paid, and the tax in it. */
function Lines({ receipt: { lines, total, deposit, payments, paid, gst } }: { receipt: Receipt }) {
  const rows = [
    ...lines.map(({ name, amount }) => ({ name, amount })),
    { name: 'Total', amount: total, isSum: true },
    ...(deposit > 0 ? [{ name: 'Deposit', amount: deposit }] : []),
    ...payments.map(({ method, amount, paid_on }) => ({
      name: `${paymentLabels[method]}, ${dateText(paid_on)}`,
      amount,
    })),
    { name: 'Paid', amount: paid, isSum: true },
    ...(gst === null ? [] : [{ name: 'GST included', amount: gst }]),
  ];
  return (
    <table>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, amount, ...row }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a receipt never change.
          <tr key={index} data-sum={'isSum' in row || undefined}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>{formatPrice(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Its number stays used; the next one is issued where the payments are written down. */
function VoidButton({ id, number }: { id: string; number: number }) {
  const { discard, busy, problem } = usePayments(id);
  const [isAsking, setAsking] = useState(false);

  async function confirm() {
    if (await discard()) notify.success(`Receipt ${number} was voided.`);
    setAsking(false);
  }
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Void this receipt
      </Button>
      <FormMessage>{problem}</FormMessage>
      <ConfirmDialog
        open={isAsking}
        close={() => setAsking(false)}
        title={`Void receipt ${number}?`}
        description="We'll tell your client. You can then change the payments and issue the next receipt."
        cancelText="Keep it"
        confirmText="Void"
        danger
        busy={busy !== undefined}
        busyText="Voiding..."
        onConfirm={() => void confirm()}
      />
    </>
  );
}
