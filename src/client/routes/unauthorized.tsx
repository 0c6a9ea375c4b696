import { NoWay } from '#client/features/no-way.tsx';

export function Unauthorized() {
  return <NoWay pattern="braid" title="403 - Unauthorized" text="You do not have permission to view this page." />;
}
