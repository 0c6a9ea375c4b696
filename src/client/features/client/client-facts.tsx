import type { ReactNode } from 'react';
import { Card } from '#client/ui/card.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Client } from '#shared/clients.ts';
import styles from './client-facts.module.css';

const none = '-';

/** Name, phone and notes of a client; what is not there or not for this viewer is a dash. `children`: further rows. */
export function ClientFacts({ client, children }: { client: Client; children?: ReactNode }) {
  return (
    <Card>
      <dl className={styles.facts}>
        <Fact name="Name">{`${client.first_name} ${client.last_name}`.trim()}</Fact>
        <Fact name="Phone">{client.phone_number || none}</Fact>
        <Fact name="Notes">{client.notes || none}</Fact>
        {children}
      </dl>
    </Card>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
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
