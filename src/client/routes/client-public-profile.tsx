import { useParams } from 'react-router';
import { returnLink } from '#client/features/booking/ticket/return-link.ts';
import { ClientDetails, ClientDetailsSkeleton } from '#client/features/client/client-details.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

const { title } = pages.clientPublicProfile;

export function ClientPublicProfile() {
  const { clientId } = useParams();
  const role = useSession((session) => session.role);
  if (!clientId) return <FailurePage title={title} text="No client ID provided." {...returnLink(role)} />;
  return <Profile key={clientId} id={clientId} />;
}

function Profile({ id }: { id: string }) {
  const { data: client, error, refetch } = trpc.clients.byId.useQuery({ id });
  const home = returnLink(useSession((session) => session.role));
  if (error && !client) {
    const text = 'Failed to load client profile.';
    return <FailurePage title={title} text={text} error={error} retry={refetch} {...home} />;
  }
  return (
    <Page title={title} width="middle">
      <PageHeading>{client ? `${client.first_name} ${client.last_name}`.trim() : title}</PageHeading>
      {client ? <ClientDetails client={client} /> : <ClientDetailsSkeleton />}
      <div data-held="always">
        <ButtonLink look="secondary" to={home.to}>
          {home.linkText}
        </ButtonLink>
      </div>
    </Page>
  );
}
