import { DeadEndPage } from '#client/features/errors/dead-end-page.tsx';
import { pages } from '#shared/pages.ts';

export function Unauthorized() {
  return (
    <DeadEndPage
      pattern="braid"
      title={pages.unauthorized.title}
      text="You do not have permission to view this page."
    />
  );
}
