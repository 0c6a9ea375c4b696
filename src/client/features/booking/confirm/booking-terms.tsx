import { useSyncExternalStore } from 'react';
import type { AskedVisit } from '#client/features/booking/choose/choices.ts';
import { never } from '#client/lib/ready.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { counted } from '#shared/counted.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { answerWithin } from './booking-facts.tsx';

interface BookingTermsProps {
  professional: { id: string; cancellation_cutoff_hours: number };
  visit: AskedVisit;
}

/** Before anybody logs in: what a deposit would be and when it falls due, and the rule of cancelling, a line each. */
export function BookingTerms({ professional, visit }: BookingTermsProps) {
  return (
    <div className="soft">
      <DepositTerm professionalId={professional.id} visit={visit} />
      <p>{cancellingText(professional.cancellation_cutoff_hours)}</p>
    </div>
  );
}

/** What would be asked of this viewer; a visitor counts as a new client. */
function DepositTerm({ professionalId, visit }: { professionalId: string; visit: AskedVisit }) {
  const isLoggedIn = useSession((session) => session.hydrated && session.isLoggedIn);
  const hours = useSyncExternalStore(never, answerWithin, () => 24);
  const quote = trpc.deposits.quote.useQuery(
    { professional_id: professionalId, ...visit },
    // The page was rendered for everybody.
    { enabled: professionalId !== '', retry: false, refetchOnMount: isLoggedIn ? 'always' : true },
  );
  // A line is held for it, or what is pressed below would move.
  if (!quote.data) return quote.isError ? null : <p aria-hidden="true">&nbsp;</p>;
  const { applies, amount, who } = quote.data;
  if (!applies) return <p>No deposit. You pay at the visit.</p>;
  return (
    <p>
      Deposit <strong>{formatPrice(amount)}</strong>
      {who === 'new_clients' && ' for new clients'}, due within {counted(hours, 'hour')} of booking. The rest at the
      visit.
    </p>
  );
}

function cancellingText(hours: number): string {
  return hours === 0
    ? 'Change or cancel online until it starts.'
    : `Change or cancel online until ${counted(hours, 'hour')} before it starts.`;
}
