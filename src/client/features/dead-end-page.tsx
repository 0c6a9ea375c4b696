import { ButtonLink } from '#client/ui/button.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import type { Pattern } from '#client/ui/ornament-patterns.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath } from '#shared/pages.ts';
import styles from './dead-end-page.module.css';

/** A page for 403 and 404, with a link to the home page. */
export function DeadEndPage({ pattern, title, text }: { pattern: Pattern; title: string; text: string }) {
  return (
    <Page title={title}>
      <div className={styles.picture}>
        <Ornament pattern={pattern} id={title} width={1184} height={260} />
      </div>
      <PageHeading lead={text}>{title}</PageHeading>
      <div>
        <ButtonLink to={pagePath('home')}>Back to Home</ButtonLink>
      </div>
    </Page>
  );
}
