import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

export function BookingSkeleton({ title }: { title: string }) {
  return (
    <Page title={title} width="middle">
      <PageHeading>{title}</PageHeading>
      <p className="visually-hidden" role="status">
        Loading booking
      </p>
      <Skeleton height="520px" />
    </Page>
  );
}
