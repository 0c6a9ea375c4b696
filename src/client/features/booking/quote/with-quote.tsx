import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { loginAddress } from '#client/lib/safe-next.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { pagePath } from '#shared/pages.ts';
import type { Quote } from '#shared/quotes.ts';

interface WithQuoteProps {
  id: string;
  title: string;
  /** Until the quote is loaded. */
  loading: ReactNode;
  /** What is shown of it as long as it is open. */
  children: (quote: Quote) => ReactNode;
}

/** A step of booking a quote: for its client alone, so that visitors log in first, and only while it is open. */
export function WithQuote({ id, title, loading, children }: WithQuoteProps) {
  const location = useLocation();
  const { hydrated, isLoggedIn, role } = useSession();
  const { data, error, refetch } = trpc.quotes.byId.useQuery(
    { id },
    { enabled: hydrated && isLoggedIn, staleTime: 0, refetchOnMount: 'always' },
  );
  if (!hydrated) return loading;
  if (!isLoggedIn) return <Navigate to={loginAddress(location)} state={{ from: location }} replace />;
  if (role !== 'client' || (statusOf(error) === 404 && !data))
    return <FailurePage title={title} text="Quote not found." {...toThread('')} />;
  if (error && !data)
    return <FailurePage title={title} text="We couldn't load the quote." {...toThread('')} retry={refetch} />;
  if (!data) return loading;
  if (data.status === 'open') return children(data);
  return data.booking_id === null ? (
    <FailurePage title={title} text="This quote is no longer open." {...toThread(data.thread_id)} />
  ) : (
    <FailurePage
      title={title}
      text="This quote was booked."
      to={pagePath('bookingDetails', { bookingId: data.booking_id })}
      linkText="See the booking"
    />
  );
}

const toThread = (threadId: string) => ({ to: pagePath('messages', { threadId }), linkText: 'Go to your messages' });
