import { DeadEndPage } from '#client/features/errors/dead-end-page.tsx';
import { notFoundTitle } from '#shared/pages.ts';

export function NotFound() {
  return (
    <DeadEndPage pattern="loc" title={notFoundTitle} text="The page may have moved, or the link may be incomplete." />
  );
}
