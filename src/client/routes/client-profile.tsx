import { OwnLists } from '#client/features/cancellation-list/own-lists.tsx';
import { ClientDetails, ClientDetailsSkeleton } from '#client/features/client/client-details.tsx';
import { OwnBookings } from '#client/features/client/own-bookings.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Detail } from '#client/ui/detail-list.tsx';
import { EmptyState, Failure } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Split } from '#client/ui/split.tsx';
import { defaultTimeZone } from '#shared/constants.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { formatDate } from '#shared/time.ts';
import styles from './client-profile.module.css';

export function ClientProfile() {
  const clientId = useSession((session) => session.client_id);
  return (
    <Page title={pages.clientProfile.title}>
      <div className={styles.title}>
        <PageHeading>My bookings</PageHeading>
      </div>
      <Split
        aside={
          <section className={styles.card} aria-labelledby="about-you" data-held="below">
            <h2 id="about-you">About you</h2>
            <OwnDetails />
          </section>
        }
      >
        {clientId && <OwnBookings clientId={clientId} />}
        {clientId && <OwnLists />}
      </Split>
    </Page>
  );
}

function OwnDetails() {
  const { data: client, error, refetch } = trpc.clients.me.useQuery(undefined, { refetchOnMount: 'always' });
  const zone = useViewerZone() ?? defaultTimeZone;
  if (error && !client) {
    return statusOf(error) === 404 ? (
      <EmptyState text="No profile data found." />
    ) : (
      <Failure text="Failed to load client data." retry={refetch} />
    );
  }
  if (!client) return <ClientDetailsSkeleton />;
  return (
    <>
      <ClientDetails client={client}>
        <Detail name="Joined">{formatDate(Date.parse(client.created_at), zone)}</Detail>
      </ClientDetails>
      <ButtonLink look="secondary" to={pagePath('editClientProfile')}>
        Edit Profile
      </ButtonLink>
      <ButtonLink look="secondary" to={pagePath('myHair', { part: '' })}>
        {pages.myHair.title}
      </ButtonLink>
    </>
  );
}
