import { NoWay } from '#client/features/no-way.tsx';

export function NotFound() {
  return <NoWay pattern="loc" title="404 - Page Not Found" text="The page may have moved, or the link may be incomplete." />;
}
