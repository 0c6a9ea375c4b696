import { useState } from 'react';
import { quoteStep } from '#client/features/booking/choose/choices.ts';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Badge, type Tone } from '#client/ui/badge.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { Length } from '#client/ui/length.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { formatHours } from '#shared/duration.ts';
import { namesOf } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import type { Quote } from '#shared/quotes.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortDay, formatTimeWithZone } from '#shared/time.ts';
import { MessageText } from './message-text.tsx';
import styles from './quote-card.module.css';

const tones: Record<Quote['status'], Tone> = { open: 'wait', booked: 'good', withdrawn: 'plain', expired: 'plain' };

interface QuoteCardProps {
  quote: Quote;
  /** Of the reader. */
  isOwn: boolean;
  /** Epoch milliseconds. */
  now: number;
  zone: string;
}

/** What a professional offered: what, for how much, how long, until when, and what has become of it. */
export function QuoteCard({ quote, isOwn, now, zone }: QuoteCardProps) {
  const { id, service, options, price, service_duration_minutes: minutes, note, expires_at, booking_id } = quote;
  const until = Date.parse(expires_at);
  const status = quote.status === 'open' && until <= now ? 'expired' : quote.status;
  return (
    <div className={styles.quote} data-quote>
      <p className={styles.head}>
        <strong>Quote</strong> <Badge tone={tones[status]}>{status}</Badge>
      </p>
      <p>
        <bdi>{service.name}</bdi>
        {options.length > 0 && <span className="soft"> {namesOf(options)}</span>}
      </p>
      <p>
        <span className={`figure ${styles.price}`}>{formatPrice(price)}</span>,{' '}
        <Length minutes={minutes} format={formatHours} />
      </p>
      {note && <MessageText text={note} />}
      {status === 'open' && (
        <p className="soft">
          <WholeTimes text={`Open until ${formatShortDay(until, zone)}, ${formatTimeWithZone(until, zone)}`} />
        </p>
      )}
      {status === 'open' && (isOwn ? <Withdraw id={id} /> : <ButtonLink to={quoteStep(id)}>Choose a time</ButtonLink>)}
      {booking_id !== null && (
        <ButtonLink look="secondary" to={pagePath('bookingDetails', { bookingId: booking_id })}>
          See the booking
        </ButtonLink>
      )}
    </div>
  );
}

function Withdraw({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const withdraw = trpc.quotes.withdraw.useMutation();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function withdrawIt() {
    setFailure(undefined);
    try {
      await withdraw.mutateAsync({ id });
      setAsking(false);
    } catch (error) {
      const failed = "The quote couldn't be withdrawn. Please try again.";
      setFailure(errorText(error, failed));
    }
    await utils.threads.messages.invalidate();
  }
  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={isAsking}
        close={() => setAsking(false)}
        title="Withdraw this quote?"
        description="It can't be booked any more. You can send another one."
        confirmText="Withdraw"
        danger
        busy={withdraw.isPending}
        busyText="Withdrawing..."
        onConfirm={() => void withdrawIt()}
      >
        <FormMessage>{failure}</FormMessage>
      </ConfirmDialog>
    </>
  );
}
