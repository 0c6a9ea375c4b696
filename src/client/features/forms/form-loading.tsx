import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import styles from './form.module.css';

/** A form's page while its data is loading. */
export function FormLoading({ title, text, fields = 4 }: { title: string; text: string; fields?: number }) {
  return (
    <Page title={title} width="narrow">
      <PageHeading>{title}</PageHeading>
      <p className="soft" role="status">
        {text}
      </p>
      <div className={styles.form}>
        {Array.from({ length: fields }, (_, index) => `field ${index}`).map((name) => (
          <Skeleton key={name} height="74px" />
        ))}
      </div>
    </Page>
  );
}
