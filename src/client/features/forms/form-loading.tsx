import type { ComponentProps } from 'react';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import styles from './form.module.css';

interface FormLoadingProps extends Pick<ComponentProps<typeof Page>, 'title' | 'width'> {
  text: string;
  fields?: number;
}

/** A form's page while its data is loading. */
export function FormLoading({ title, text, fields = 4, width = 'narrow' }: FormLoadingProps) {
  return (
    <Page title={title} width={width}>
      <PageHeading>{title}</PageHeading>
      <p className="soft" role="status">
        {text}
      </p>
      <div className={width === 'wide' ? styles.columns : undefined}>
        <div className={styles.form}>
          {Array.from({ length: fields }, (_, index) => `field ${index}`).map((name) => (
            <Skeleton key={name} height="74px" />
          ))}
        </div>
      </div>
    </Page>
  );
}
