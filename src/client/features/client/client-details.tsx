import type { ReactNode } from 'react';
import { Card } from '#client/ui/card.tsx';
import { Fact, Facts } from '#client/ui/detail-list.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Client } from '#shared/clients.ts';

const none = '-';

/**
 * Name, phone and notes of a client; a dash for values that are missing or hidden from the viewer. `children` are
 * further rows.
 */
export function ClientFacts({ client, children }: { client: Client; children?: ReactNode }) {
  return (
    <Card>
      <Facts inset>
        <Fact name="Name">{`${client.first_name} ${client.last_name}`.trim()}</Fact>
        <Fact name="Phone">{client.phone_number || none}</Fact>
        <Fact name="Notes">{client.notes || none}</Fact>
        {children}
      </Facts>
    </Card>
  );
}

export function ClientFactsSkeleton() {
  return (
    <>
      <p className="soft" role="status">
        Loading...
      </p>
      <Skeleton height="196px" />
    </>
  );
}
