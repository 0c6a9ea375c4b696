import type { ComponentProps, ReactNode } from 'react';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { FormBesideOrnament } from './form-beside-ornament.tsx';

interface MailedLinkPageProps extends Pick<ComponentProps<typeof Ornament>, 'pattern' | 'id' | 'pair'> {
  title: string;
  heading: string;
  children: ReactNode;
}

/** Where a mailed link leads. The page's address, which holds the link's token, is kept from other servers. */
export function MailedLinkPage({ title, heading, children, ...ornament }: MailedLinkPageProps) {
  return (
    <Page title={title}>
      <meta name="referrer" content="no-referrer" />
      <FormBesideOrnament ornament={<Ornament {...ornament} width={280} height={308} />}>
        <PageHeading>{heading}</PageHeading>
        {children}
      </FormBesideOrnament>
    </Page>
  );
}
