import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import rows from '#client/ui/rows.module.css';
import { TextField } from '#client/ui/text-field.tsx';
import type { Booking } from '#shared/bookings.ts';
import { namesOf } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { personFirstName } from '#shared/person-name.ts';
import { paymentLabels, paymentMethods } from '#shared/rules/payments.ts';
import { formatPrice, isWholeCents } from '#shared/rules/price.ts';
import { usePayments } from './use-payments.ts';
import styles from './visit.module.css';
import { openOf } from './visit-of.ts';

interface PaidSheetProps {
  booking: Booking;
  close: () => void;
}

/** How a visit was paid: the whole rest by one tap a method, or an amount; then its receipt. */
export function PaidSheet({ booking: given, close }: PaidSheetProps) {
  const { data: booking = given } = trpc.bookings.byId.useQuery({ id: given.id });
  const { busy, problem, write, issue } = usePayments(booking.id);
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const open = openOf(booking);
  const payments = booking.payments ?? [];
  const paid = booking.paid ?? 0;
  const ahead = Math.round((paid - payments.reduce((sum, { amount }) => sum + amount, 0)) * 100) / 100;
  const { receipt } = booking;
  const isIssued = receipt !== null && !receipt.voided;
  const name = personFirstName(booking);
  // The whole rest, until another amount is typed.
  const shown = typed ?? (open > 0 ? open.toFixed(2) : '');
  const isBusy = busy !== undefined;
  const asks = open > 0 || paid === 0 || isAdding;

  async function pay(method: (typeof paymentMethods)[number]) {
    const amount = Number(shown);
    if (!(amount > 0) || !isWholeCents(amount)) return setFault('Enter an amount, such as 45 or 45.50');
    setFault(undefined);
    if (await write(method, [...payments, { method, amount }])) {
      setTyped(undefined);
      setAdding(false);
    }
  }

  return (
    <Dialog
      sheet
      busy={isBusy}
      close={close}
      title={open > 0 || paid === 0 ? `How did ${name} pay?` : `${name} paid ${formatPrice(paid)}`}
      description={`${namesOf(booking.services)}, ${formatPrice(booking.total_price)}`}
    >
      <div className={styles.sheet}>
        {paid > 0 && (
          <ul className={rows.rows} aria-label="Paid so far">
            {ahead > 0 && <li>Deposit {formatPrice(ahead)}</li>}
            {payments.map(({ method, amount }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal ones are told apart by their place alone.
              <li key={index}>
                {paymentLabels[method]} {formatPrice(amount)}
                {!isIssued && (
                  <Button
                    look="quiet"
                    disabled={isBusy}
                    aria-label={`Take back ${paymentLabels[method]} ${formatPrice(amount)}`}
                    onClick={() => void write('back', payments.toSpliced(index, 1))}
                  >
                    Take back
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        <FormMessage>{problem}</FormMessage>
        {isIssued ? (
          <>
            <p role="status">Receipt {receipt.number} was issued.</p>
            <div className={styles.ends}>
              <ButtonLink to={pagePath('receipt', { bookingId: booking.id })}>See the receipt</ButtonLink>
              <Button look="secondary" onClick={close}>
                Close
              </Button>
            </div>
          </>
        ) : (
          <>
            {paid > 0 && open === 0 && (
              <Button busy={busy === 'issue'} busyText="Issuing..." disabled={isBusy} onClick={() => void issue()}>
                Issue the receipt
              </Button>
            )}
            {asks && (
              <>
                <TextField
                  label="Amount ($)"
                  hint={
                    open > 0
                      ? `${formatPrice(open)} to pay. Change it for a part or a tip.`
                      : 'A tip, or anything else.'
                  }
                  inputMode="decimal"
                  autoComplete="off"
                  value={shown}
                  error={fault}
                  onChange={({ target }) => setTyped(target.value)}
                />
                <div className={styles.methods}>
                  {paymentMethods.map((method) => (
                    <Button
                      key={method}
                      look="secondary"
                      busy={busy === method}
                      busyText="Saving..."
                      disabled={isBusy}
                      onClick={() => void pay(method)}
                    >
                      {paymentLabels[method]}
                    </Button>
                  ))}
                </div>
              </>
            )}
            <div className={styles.ends}>
              {paid > 0 && open > 0 && (
                <Button look="quiet" busy={busy === 'issue'} disabled={isBusy} onClick={() => void issue()}>
                  Issue the receipt
                </Button>
              )}
              {!asks && (
                <Button look="quiet" disabled={isBusy} onClick={() => setAdding(true)}>
                  Add a payment
                </Button>
              )}
              <Button look="quiet" disabled={isBusy} onClick={close}>
                {paid > 0 ? 'Close' : 'Not now'}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
