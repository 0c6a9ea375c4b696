import { DeadEndPage } from '#client/features/dead-end-page.tsx';

export function NotFound() {
  return <DeadEndPage pattern="loc" title="404 - Page Not Found" text="The page may have moved, or the link may be incomplete." />;
}
