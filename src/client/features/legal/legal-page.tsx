import type { ReactNode } from 'react';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { contactEmail } from '#shared/constants.ts';
import styles from './legal-page.module.css';

/** One numbered part of a legal text; `id` is its anchor in the page's address. */
export interface Clause {
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  /** What stands above the clauses: to whom and to what the text applies. */
  intro: ReactNode;
  clauses: Clause[];
}

/** Layout of the terms and the privacy policy: contents, then numbered clauses. */
export function LegalPage({ title, intro, clauses }: LegalPageProps) {
  return (
    <Page title={title}>
      <PageHeading lead="Effective 1 August 2025">{title}</PageHeading>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label="Contents">
          <ol>
            {clauses.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.paper}>
          {intro}
          {clauses.map(({ id, title, body }) => (
            <section key={id} id={id} className={styles.clause}>
              <h2>{title}</h2>
              {body}
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}

/** The last clause of both texts. */
export function contactClause(about: string): Clause {
  return {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions about {about}? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>. Real people read it,
        and they answer.
      </p>
    ),
  };
}
