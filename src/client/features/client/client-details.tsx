import type { ReactNode } from 'react';
import { Card } from '#client/ui/card.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Client } from '#shared/clients.ts';

const none = '-';

/**
 * Name, phone and notes of a client; a dash for values that are missing or hidden from the viewer. `children` are
 * further rows.
 */
export function ClientDetails({ client, children }: { client: Client; children?: ReactNode }) {
  return (
    <Card>
      <DetailList inset>
        <Detail name="Name">{`${client.first_name} ${client.last_name}`.trim()}</Detail>
        <Detail name="Phone">{client.phone_number ? <PhoneLink number={client.phone_number} /> : none}</Detail>
        <Detail name="Notes">{client.notes || none}</Detail>
        {children}
      </DetailList>
    </Card>
  );
}

export function ClientDetailsSkeleton() {
  return (
    <>
      <p className="soft" role="status">
        Loading...
      </p>
      <Skeleton height="196px" />
    </>
  );
}
