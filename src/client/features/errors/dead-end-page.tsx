import { landingOf } from '#client/lib/route-roles.ts';
import { useSession } from '#client/lib/session.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import type { Pattern } from '#shared/ornament-patterns.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './dead-end-page.module.css';

/** A page for 403 and 404, with links to the home page and to where this visitor most likely wanted to go. */
export function DeadEndPage({ pattern, title, text }: { pattern: Pattern; title: string; text: string }) {
  const role = useSession((session) => session.role);
  return (
    <Page title={title}>
      <div className={styles.picture}>
        <Ornament pattern={pattern} id={title} width={760} height={170} />
      </div>
      <PageHeading lead={text}>{title}</PageHeading>
      <div className={styles.ways}>
        <ButtonLink to={pagePath('home')}>Back to Home</ButtonLink>
        {role ? (
          <ButtonLink look="secondary" to={landingOf(role)}>
            {role === 'client' ? 'My Profile' : 'My Dashboard'}
          </ButtonLink>
        ) : (
          <ButtonLink look="secondary" to={pagePath('browseServices')}>
            Browse services
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}
