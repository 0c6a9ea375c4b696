import { DeadEndPage } from '#client/features/dead-end-page.tsx';

export function Unauthorized() {
  return <DeadEndPage pattern="braid" title="403 - Unauthorized" text="You do not have permission to view this page." />;
}
