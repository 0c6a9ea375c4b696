import type { ReactNode } from 'react';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { contactEmail } from '#shared/constants.ts';
import styles from './legal-page.module.css';

/** Layout of the terms and the privacy policy. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} width="middle">
      <PageHeading lead="Effective 1 August 2025">{title}</PageHeading>
      <div className={styles.paper}>{children}</div>
    </Page>
  );
}

export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.clause}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Contact({ about }: { about: string }) {
  return (
    <Clause title="Contact">
      <p>
        Questions about {about}? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
    </Clause>
  );
}
