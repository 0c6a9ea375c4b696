import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Split } from '#client/ui/split.tsx';

export function BookingSkeleton({ title }: { title: string }) {
  return (
    <Page title={title}>
      <PageHeading>{title}</PageHeading>
      <p className="visually-hidden" role="status">
        Loading booking
      </p>
      <Split>
        <Skeleton height="520px" />
      </Split>
    </Page>
  );
}
